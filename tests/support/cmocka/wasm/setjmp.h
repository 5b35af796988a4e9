// wasi-libc has no setjmp; the tests include its header because cmocka's must have it, and see nothing here.
