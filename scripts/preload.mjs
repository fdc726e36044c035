// Loaded with --import before the server's own code. Plain JavaScript, like drizzle-cjs.mjs: types would be
// stripped before the cache that saves doing so is on.
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import './drizzle-cjs.mjs'

// Compiled code is read from here at the next start: that halves its time, and saves 20 MB for the compiler.
// An unwritable folder is no error: nothing is stored then.
enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/compiled'))
