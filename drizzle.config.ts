import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  dialect: 'postgresql',
  schema: './server/src/base/db/schema',
  out: './server/src/base/db/migrations',
})
