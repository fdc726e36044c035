// Who serves may not be who installed: the embedded PostgreSQL is made ready while node_modules may be written.
import { postgresBinaries } from '../server/src/base/db/postgres-binaries.ts'

try {
  postgresBinaries()
} catch {
  // A platform without one needs DATABASE_URL: the server says so when it starts
}
