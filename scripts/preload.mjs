// Loaded with --import before anything else of the server's.
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import './drizzle-cjs.mjs'

// What was compiled and stripped of its types once is read from here at the next start: half its time, and 20 MB less
// than with the compiler in memory. A folder that cannot be written is no error: nothing is kept then.
enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/compiled'))
