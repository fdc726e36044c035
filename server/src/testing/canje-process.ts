/** A process that redeems a prize of the database argv[2] for the customer argv[3] and stops in the middle, to be killed. */

import { openPool } from '../base/db/open.ts'
import { openDatabase } from '../base/db/repeat.ts'
import type { Deps } from '../base/runtime/deps.ts'
import { redeemProducto } from '../fidelidad/puntos/canje.ts'

const [, , url = '', cliente = '', premio = ''] = process.argv
const middle = () => {
  console.log('middle')
  return new Promise<never>(() => {})
}
const deps: Pick<Deps, 'db' | 'now' | 'jobs' | 'publicUrl'> = {
  db: openDatabase(openPool(url, 1)),
  now: () => new Date(),
  publicUrl: 'http://localhost',
  // At this point everything is written, and nothing is committed
  jobs: { send: middle, work: middle, stop: middle },
}
setInterval(() => {}, 1_000)
await redeemProducto(deps, { id: Number(cliente), email: 'a@example.com' }, Number(premio), {
  clave: null,
  visto: {},
})
