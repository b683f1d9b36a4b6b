#pragma once

/// Does nothing; a call keeps this object file, and with it the thread functions, in the linked test bundle.
void c11_threads_over_pthread(void);
