// The server's user may not be the one who installed: the embedded PostgreSQL is prepared while node_modules
// is writable.
import { postgresBinaries } from '../server/src/base/db/postgres-binaries.ts'

try {
  postgresBinaries()
} catch {
  // A platform without one needs DATABASE_URL: the server says so when it starts
}
