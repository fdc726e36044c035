import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { checkImports } from '../../../../scripts/check-imports.ts'

const SCRIPT = fileURLToPath(new URL('../../../../scripts/check-imports.ts', import.meta.url))

/** Written in one piece, the check would read the examples as imports of this file. */
const IMPORT = 'import('

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'imprimitodo-imports-'))
})
afterEach(() => rmSync(root, { recursive: true }))

/** The check's sentences once this file exists too. */
function check(file: string, text: string, whole = false): string[] {
  mkdirSync(dirname(join(root, file)), { recursive: true })
  writeFileSync(join(root, file), text)
  return checkImports(root, whole).broken
}

it('the command prints what is broken and ends with 1, or with 0', () => {
  const command = () => {
    const { status, stdout } = spawnSync(process.execPath, [SCRIPT, root], { encoding: 'utf8' })
    return { status, stdout }
  }
  check('shared/src/rules/a.ts', "import { b } from './b.ts'")
  expect(command()).toEqual({ status: 0, stdout: '1 files, every import allowed\n' })
  const broken = check('web/src/perfil/a.tsx', "import { b } from '../cupon/b.tsx'")
  expect(command()).toEqual({ status: 1, stdout: `${broken.join('\n')}\n` })
})

it.each([
  ['shared/src/rules/a.ts', "import { b } from './b.ts'"],
  ['shared/src/api/a.ts', "import * as z from 'zod'\nimport { b } from '../rules/b.ts'"],
  ['web/src/perfil/a.tsx', "import { b } from '../ui/b.tsx'\nimport { c } from './c.ts'"],
  ['web/src/perfil/a.tsx', "import type { Api } from '@imprimitodo/shared/api'"],
  ['web/src/app/router.tsx', `const Perfil = lazy(() => ${IMPORT}'../perfil/perfil.tsx'))`],
  ['web/src/mostrador/tablero/a.tsx', "import { b } from '../layout/b.tsx'"],
  ['web/src/perfil/a.tsx', "import { b } from '../parts/b.tsx'"],
  ['web/src/parts/a.tsx', "import { b } from '../ui/b.tsx'\nimport { c } from '../api/c.ts'"],
  ['server/src/fidelidad/cupones/routes.ts', "import { b } from '../../cuentas/clientes/service.ts'"],
  ['server/src/compra/pedidos/pasos/move.ts', "import { priceOf } from '../precio/price.ts'"],
  ['server/src/fidelidad/cupones/service.ts', "import type { Mail } from '../../base/services/mail/port.ts'"],
  [
    'server/src/fidelidad/cupones/a.test.ts',
    "import { b } from '../../base/services/mail/outbox.ts'\nimport '../../testing/database.ts'",
  ],
  [
    'server/src/app.ts',
    "import { b } from './fidelidad/cupones/routes.ts'\nimport { c } from './base/services/mail/outbox.ts'",
  ],
  [
    'server/src/compra/pedidos/filas/store.ts',
    "import { pedidos } from '../../../base/db/schema/pedidos.ts'",
  ],
  [
    'server/src/compra/pedidos/filas/notas-store.ts',
    "import { notas_equipo } from '../../../base/db/schema/pedidos.ts'",
  ],
  [
    'server/src/compra/pedidos/filas/search.ts',
    "import { pedidos } from '../../../base/db/schema/pedidos.ts'",
  ],
  ['server/src/dinero/pagos/a.test.ts', "import { pedidos } from '../../base/db/schema/pedidos.ts'"],
  [
    'server/src/dinero/pagos/store.ts',
    "import { type Cobrado, pagos } from '../../base/db/schema/pagos.ts'\n// from pedidos\nsql`select from pagos`",
  ],
])('%s may write %s', (file, text) => expect(check(file, text)).toEqual([]))

it.each([
  ['shared/src/rules/a.ts', "import * as z from 'zod'"],
  ['shared/src/rules/a.ts', "import type { B } from '../api/b.ts'"],
  ['shared/src/api/a.ts', "import { readFileSync } from 'node:fs'"],
  ['web/src/perfil/a.tsx', "import { b } from '../cupon/b.tsx'"],
  ['web/src/perfil/a.tsx', "import {\n  b,\n} from '../../src/../src/cupon/b.tsx'"],
  ['web/src/perfil/a.tsx', "import { layout } from '../app/layout.tsx'"],
  ['web/src/perfil/a.tsx', "import { api } from '@imprimitodo/shared/api'"],
  ['web/src/perfil/a.tsx', "export { b } from '../../../server/src/base/db/b.ts'"],
  ['web/src/app/router.tsx', `const Mostrador = lazy(() => ${IMPORT}'../mostrador/main.tsx'))`],
  ['web/src/home/a.tsx', "import '../mostrador/b.css'"],
  ['web/src/ui/a.tsx', "import { call } from '../api/call.ts'"],
  ['web/src/api/a.ts', "import { b } from '../parts/b.tsx'"],
  ['web/src/parts/a.tsx', "import { b } from '../perfil/b.tsx'"],
  ['server/src/base/http/a.ts', "import { b } from '../../fidelidad/cupones/service.ts'"],
  ['server/src/base/pdf/a.ts', "import { b } from '../../compra/pedidos/service.ts'"],
  ['server/src/fidelidad/cupones/service.ts', "import { b } from '../../cuentas/clientes/store.ts'"],
  ['server/src/fidelidad/cupones/service.ts', "import { b } from '../../base/services/mail/outbox.ts'"],
  ['server/src/fidelidad/cupones/service.ts', "import { b } from '../../testing/database.ts'"],
  ['server/src/fidelidad/cupones/service.ts', 'const key = process.env.KEY'],
  ['agent/src/a.ts', "import { b } from '../../server/src/base/db/open.ts'"],
  ['server/src/dinero/pagos/store.ts', "import { pedidos } from '../../base/db/schema/pedidos.ts'"],
  ['server/src/dinero/pagos/b.ts', "import type { pedidos } from '../../base/db/schema/pedidos.ts'"],
  [
    'server/src/dinero/pagos/c.ts',
    "import {\n  pagos,\n  pedidos as p,\n} from '../../base/db/schema/all.ts'",
  ],
  ['server/src/dinero/pagos/d.ts', 'sql`select 1 from pagos join pedidos p on p.id = pedido_id`'],
  [
    'server/src/compra/pedidos/cliente/vista.ts',
    "import { pedidos } from '../../../base/db/schema/pedidos.ts'",
  ],
  ['server/src/compra/pedidos/precio/price.ts', "import { movePedido } from '../pasos/move.ts'"],
  ['server/src/compra/pedidos/restore.ts', 'sql`select count(*) from pedidos`'],
  ['server/src/base/db/schema/nuevas.ts', "export const nuevas = pgTable('nuevas', {})"],
])('%s may not write %s', (file, text) => {
  const broken = check(file, text)
  expect(broken).not.toEqual([])
  expect(broken.join('\n')).toContain(file)
})

const PEDIDOS_CALL_FACTURAS = "import { facturaDe } from '../../dinero/facturas/service.ts'"

it.each([
  ['dinero/facturas/b.ts', "import { findPedido } from '../../compra/pedidos/service.ts'"],
  ['dinero/facturas/b.ts', "export { findPedido } from '../../compra/pedidos/service.ts'"],
  ['dinero/facturas/b/c.ts', "import {\n  findPedido,\n} from '../../../compra/pedidos/service.ts'"],
])('two features may not call each other: %s may not write %s', (file, text) => {
  expect(check('server/src/compra/pedidos/a.ts', PEDIDOS_CALL_FACTURAS)).toEqual([])
  const said = check(`server/src/${file}`, text).join('\n')
  expect(said).toContain(`server/src/${file}`)
  expect(said).toContain('in a circle, compra/pedidos -> dinero/facturas -> compra/pedidos')
})

it.each([
  ['types', 'dinero/facturas/b.ts', "import type { Pedido } from '../../compra/pedidos/service.ts'"],
  ['routes', 'dinero/facturas/routes.ts', "import { findPedido } from '../../compra/pedidos/service.ts'"],
  ['tests', 'dinero/facturas/b.test.ts', "import { findPedido } from '../../compra/pedidos/service.ts'"],
])('%s of both features may know the other one', (_what, file, text) => {
  expect(check('server/src/compra/pedidos/a.ts', PEDIDOS_CALL_FACTURAS)).toEqual([])
  expect(check(`server/src/${file}`, text)).toEqual([])
})

it('features may not call each other in a longer circle', () => {
  check('server/src/compra/pedidos/a.ts', PEDIDOS_CALL_FACTURAS)
  const toCaja = "import { noteInCaja } from '../../dinero/caja/service.ts'"
  expect(check('server/src/dinero/facturas/b.ts', toCaja)).toEqual([])
  const toPedidos = "import { findPedido } from '../../compra/pedidos/service.ts'"
  const said = check('server/src/dinero/caja/c.ts', toPedidos).join('\n')
  expect(said).toContain('features call each other in a circle')
  for (const file of ['compra/pedidos/a.ts', 'dinero/facturas/b.ts', 'dinero/caja/c.ts'])
    expect(said).toContain(`server/src/${file}`)
})

it('a file that names no table any more has to go from the list of those that are no store', () => {
  const gone = 'compra/pedidos/filas/search.ts names no table any more'
  const search = 'server/src/compra/pedidos/filas/search.ts'
  expect(check(search, 'const PAGE = 50', true).join('\n')).toContain(gone)
  const reads = "import { pedidos } from '../../../base/db/schema/pedidos.ts'"
  expect(check(search, reads, true).join('\n')).not.toContain(gone)
})

it.each([
  ['a prototype changed', 'server/src/a.ts', 'pg.Client.prototype.query = async () => null'],
  ['a prototype changed', 'server/src/a.test.ts', "vi.spyOn(PgBoss.prototype, 'send')"],
  [
    'a method replaced',
    'server/src/a.ts',
    'const { write } = tus\ntus.write = (context, headers) => write.call(tus, context, headers)',
  ],
  [
    'a method replaced',
    'server/src/a.ts',
    'const before = pool.query.bind(pool)\npool.query = async (text) => before(text)',
  ],
  ['a method replaced', 'server/src/a.ts', 'Object.assign(client, { query: () => null })'],
  ['a method set', 'server/src/a.ts', 'pool.query = (text: string): Promise<void> => ask(text)'],
  ['a method set', 'server/src/a.ts', 'app.inject = async function () {}'],
  [
    'a Proxy',
    'server/src/a.ts',
    "new Proxy(pool, { get: (of, name) => (name === 'query' ? ask : of[name]) })",
  ],
  ['a function that older phones lack', 'shared/src/rules/a.ts', 'const first = rows.toSorted(byName)[0]'],
  ['a function that older phones lack', 'web/src/ui/a.tsx', 'Map.groupBy(rows, ({ dia }) => dia)'],
  ['a function that older phones lack', 'web/src/ui/a.tsx', 'rows.find((row) => row.checkVisibility())'],
  ['a function that older phones lack', 'web/src/ui/a.tsx', 'rows.with(0, row)'],
  ['a function that older phones lack', 'web/src/ui/a.tsx', 'fotos.values().map(nameOf).toArray()'],
  ['a property redefined', 'server/src/a.ts', "Object.defineProperty(request, 'body', { get })"],
  ['a cast to a class of a library', 'server/src/a.ts', 'const pool = { query } as unknown as pg.Pool'],
  ['a forced collection', 'bench/support/a.mjs', 'setInterval(() => globalThis.gc(), 10_000)'],
  ['a forced collection', 'bench/support/a.ts', "start(['--expose-gc', STREAMS])"],
  ['a path into a package', 'web/src/ui/a.ts', "import { chunk } from 'pg-boss/dist/manager.js'"],
  ['a path into a package', 'scripts/a.ts', "readFileSync('node_modules/pdfjs-dist/package.json')"],
  ['a hidden symbol', 'server/src/a.ts', 'const { handlers } = app[kState]'],
  ['a hidden symbol', 'server/src/a.ts', "const state = reply[Symbol.for('fastify.context')]"],
  ['a binding of Node', 'agent/src/a.ts', "const { TCP } = process.binding('tcp_wrap')"],
  ['listeners of others', 'server/src/a.ts', "app.server.removeAllListeners('request')"],
  ['listeners of others', 'e2e/support/a.ts', 'socket._handle.close()'],
  ['tables of pg-boss', 'server/src/gestion/salud/a.ts', 'sql`select count(*) from pgboss.job`'],
  ['a font loaded by script', 'web/src/ui/a.ts', "new FontFace('Figtree', 'url(/figtree.woff2)')"],
])('finds %s: %s may not write %s', (name, file, text) => {
  expect(check(file, text).join('\n')).toContain(`${file}: ${name} (`)
})

it.each([
  ['a comment about them', 'server/src/a.ts', '// pgboss.job has it, and globalThis.gc() is not called'],
  ['the style sheet of a package', 'web/src/ui/a.tsx', "import 'leaflet/dist/leaflet.css'"],
  ['a test of our own parts', 'server/src/a.test.ts', 'const { send } = jobs\njobs.send = async () => null'],
  ['a new function at the counter', 'web/src/mostrador/a.ts', 'rows.toSorted(byName)'],
  ['a listener of the platform', 'web/src/a.ts', 'request.onload = () => end()'],
  ['a value kept and set', 'server/src/a.ts', "const { level } = app.log\napp.log.level = 'silent'"],
  [
    'the one file with a table of pg-boss',
    'server/src/base/runtime/jobs-table.ts',
    'sql`select from pgboss.job`',
  ],
])('%s stays allowed', (_what, file, text) => expect(check(file, text)).toEqual([]))

it('an exported name stands for one thing: a second file with the same one is refused', () => {
  check(
    'shared/src/api/a.ts',
    'export const Pago = z.object({})\nexport type Pago = z.infer<typeof Pago>\nexport function show(): void\nexport function show(to?: string): void {}',
  )
  check('server/src/dinero/pagos/service.ts', "export { Pago } from './a.ts'")
  check('server/src/testing/pagos.ts', 'export type Pago = string')
  expect(check('web/src/perfil/a.test.tsx', 'export const show = 1')).toEqual([])
  expect(
    check('web/src/perfil/pago.tsx', 'export function Pago() {}\nexport async function load() {}'),
  ).toEqual([
    'Pago: shared/src/api/a.ts and web/src/perfil/pago.tsx export it, and a name stands for one thing',
  ])
  expect(check('agent/src/load.ts', 'export class load {}')).toHaveLength(2)
})

it('a file that TypeScript leaves out is refused: of a .ts and a .tsx with one name it checks the first alone', () => {
  check('web/src/perfil/puntos.test.ts', '')
  expect(check('web/src/perfil/pedidos.test.tsx', '')).toEqual([])
  expect(check('web/src/perfil/puntos.test.tsx', '')).toEqual([
    'web/src/perfil/puntos.test.tsx: TypeScript leaves it out, since a .ts beside it has its name',
  ])
})

it('the start loads no package that only some calls need: it is refused with the way to it', () => {
  check('server/src/server.ts', "import { makeSlip } from './taller/slip.ts'")
  check('server/src/base/pdf/paper.ts', "import { rgb } from '@cantoo/pdf-lib'\nexport const WIDTH = 48")
  const way =
    'server/src/server.ts -> server/src/taller/slip.ts -> server/src/base/pdf/paper.ts -> @cantoo/pdf-lib'
  expect(check('server/src/taller/slip.ts', "import { WIDTH } from '../base/pdf/paper.ts'")).toEqual([
    `${way}: loaded at every start, though only some calls need it`,
  ])
  expect(check('server/src/taller/slip.ts', "import type { Ink } from '../base/pdf/paper.ts'")).toEqual([])
  expect(check('server/src/taller/slip.ts', `await ${IMPORT}'../base/pdf/paper.ts')`)).toEqual([])
})
