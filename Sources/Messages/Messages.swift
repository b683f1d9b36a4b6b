// Messages
