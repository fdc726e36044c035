// Loaded with --import before anything else: drizzle-orm's CommonJS twin instead of its ES modules. As ES
// modules its ~300 small files leave some 100 MB more resident memory behind and take 6 times as long to load
// under Node 24; the code is the same. Sources keep writing `import ... from 'drizzle-orm'`. Plain JavaScript:
// preload.mjs imports it before its cache is on.
import { registerHooks } from 'node:module'

registerHooks({
  resolve(specifier, context, next) {
    const own = specifier === 'drizzle-orm' || specifier.startsWith('drizzle-orm/')
    return next(specifier, own ? { ...context, conditions: ['node', 'require'] } : context)
  },
})
