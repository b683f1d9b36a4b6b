#include "COsmium.h"
#include <osmium/io/any_input.hpp>
