print("navigator")
