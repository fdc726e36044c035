// The bitacora under kill -9: after each one the machine counts as lost, and the shop is restored from its
// bitacora alone.
import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { writeReport } from '../../bench/support/report.ts'
import { atMost, note } from '../../bench/support/rows.ts'
import { openBase } from '../../server/src/gestion/respaldo/restore/open-base.ts'
import { makePdf } from '../../server/src/testing/pdf.ts'
import { confirm, pay, sendTo, upload } from '../support/buy.ts'
import { ROOT } from '../support/proceso.ts'
import { OWNER, type Shop, startShop } from '../support/shop.ts'

const ROUNDS = 3
const CUSTOMERS = 5
/** Lifetimes of a server: killed before its first interval, or after two. */
const LIVES_MS = [3_000, 45_000] as const
const MOST_S = 60
const KEY = 'ab'.repeat(32)
const STEPS = ['cotizado', 'confirmado', 'pagado'] as const
type Step = (typeof STEPS)[number]

/** An answer to a customer, and its time (ms of this machine). */
type Said = { pedido_id: string; step: Step; at: number }

const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})
function scratch(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `imprimitodo-${name}-`))
  folders.push(folder)
  return folder
}

// Too long for `npm test`: the bitacora has no partida before its shop is a minute old
test.runIf(process.env.SOAK === '1')(
  `kill -9 under orders ${ROUNDS} times, and back from the log each time: a minute of orders at most is missing`,
  async () => {
    const [dataDir, respaldos] = [scratch('bitacora'), scratch('respaldos')]
    const env = { BACKUP_DIR: respaldos, BACKUP_KEY: KEY }
    const said: Said[] = []
    const found = { missing: [] as number[], seconds: [] as number[], doubled: 0, files: 0, printed: 0 }
    let shop = await startShop({ dataDir, env })
    try {
      await expect.poll(() => isUsable(shop, respaldos), { timeout: 180_000, interval: 1_000 }).toBe(true)
      for (let round = 0; round < ROUNDS; round++) {
        const crash = new AbortController()
        const customers = Array.from({ length: CUSTOMERS }, () => buyUntil(shop.url, crash.signal, said))
        await sleep(round % 2 ? LIVES_MS[0] : randomInt(...LIVES_MS))
        const killed = Date.now()
        await shop.kill9()
        crash.abort()
        await Promise.all(customers)
        const back = await restoreInto(scratch('vuelta'), respaldos)
        found.seconds.push(back.seconds)
        found.files += back.files
        const { missing, printed } = await lookInto(back.dataDir, said, killed)
        found.missing.push(...missing)
        found.printed += printed
        found.doubled += await doubledIn(back.dataDir)
        rmSync(back.dataDir, { recursive: true, force: true })
        shop = await startShop({ dataDir, env })
      }
    } finally {
      await shop.remove()
    }
    const oldest = Math.max(0, ...found.missing)
    console.log(
      `${said.length} answers, ${found.missing.length} missing after ${ROUNDS} restores, the oldest ${oldest.toFixed(1)} s old; ` +
        `restores took ${found.seconds.map((s) => s.toFixed(1)).join(', ')} s`,
    )
    writeReport([
      {
        file: 'e2e/soak/bitacora.soak.test.ts',
        name: 'The log of the database: kill -9 under orders, and back from the log alone',
        rows: [
          note('kills, each followed by a restore', ROUNDS),
          note('steps of orders that were acknowledged', said.length),
          note('of them missing after a restore, in all', found.missing.length),
          atMost('the oldest that was missing, before the kill', oldest, MOST_S, 's'),
          atMost('numbers, payments, steps or mails that were there twice', found.doubled, 0),
          note('files of customers that came back', found.files),
          note('restored shops that printed a paid order', found.printed),
          note('the longest restore', Math.max(...found.seconds), 's'),
        ],
      },
    ])
    expect(said.filter(({ step }) => step === 'pagado').length).toBeGreaterThan(ROUNDS)
    expect(found.printed).toBeGreaterThan(0)
    expect(oldest).toBeLessThanOrEqual(MOST_S)
    expect(found.doubled).toBe(0)
  },
  ROUNDS * 300_000,
)

/** Waits for a copy of the database, and for the bitacora to be sealed past it. */
async function isUsable({ url }: Shop, respaldos: string): Promise<boolean> {
  const names = readdirSync(respaldos, { recursive: true, encoding: 'utf8' })
  const [, made] = names.map((name) => /-(\d{13})\.partida$/.exec(name)).find(Boolean) ?? []
  if (!made) return false
  const figures = await (await fetch(`${url}/metrics`)).text()
  const [, sealed] = /^imprimitodo_shop_log_archived_seconds (\S+)$/m.exec(figures) ?? []
  return Number(sealed ?? 0) * 1000 > Number(made)
}

/** Buys as one customer after another, until the server is gone. */
async function buyUntil(url: string, signal: AbortSignal, said: Said[]): Promise<void> {
  const send = sendTo(url)
  const bytes = await makePdf({ pages: 3 })
  while (!signal.aborted)
    try {
      const { pedido_id } = await upload(send, { bytes }, { signal })
      const tell = (step: Step) => said.push({ pedido_id, step, at: Date.now() })
      tell('cotizado')
      const importe = await confirm(send, pedido_id, { signal }, `${pedido_id.toLowerCase()}@example.com`)
      tell('confirmado')
      await pay(send, pedido_id, importe, { signal })
      tell('pagado')
    } catch {
      if (!signal.aborted) await sleep(20) // the server is dying; the round ends in a moment
    }
}

/** `npm run restore -- DIR --hasta ultimo` on a machine that has only the key. */
async function restoreInto(folder: string, respaldos: string) {
  const dataDir = join(folder, 'datos')
  const started = performance.now()
  const args = ['--import', './scripts/preload.mjs', 'server/src/backup-command.ts', 'restore', respaldos]
  const child = spawn(process.execPath, [...args, '--hasta', 'ultimo'], {
    cwd: ROOT,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, DATA_DIR: dataDir, BACKUP_KEY: KEY },
  })
  let printed = ''
  for (const out of [child.stdout, child.stderr]) out.on('data', (part) => (printed += part))
  const [code] = await once(child, 'close')
  expect([code, printed]).toEqual([0, expect.stringContaining('La tienda volvió a como estaba')])
  const files = Number(/con (\d+) archivos/.exec(printed)?.[1])
  return { dataDir, files, seconds: (performance.now() - started) / 1000 }
}

/**
 * The seconds from each answer that the restored shop contradicts to the kill. The shop runs meanwhile, so that its
 * jobs finish pending payments.
 */
async function lookInto(dataDir: string, said: Said[], killed: number) {
  const shop = await startShop({ dataDir, env: { BACKUP_DIR: 'off', BACKUP_KEY: KEY } })
  try {
    const ages = async () => {
      const states = await statesOf(dataDir)
      return said
        .filter(({ pedido_id, step }) => (states.get(pedido_id) ?? -1) < STEPS.indexOf(step))
        .map(({ at }) => (killed - at) / 1000)
    }
    await expect.poll(async () => Math.max(0, ...(await ages())), { timeout: 60_000 }).toBeLessThan(MOST_S)
    return { printed: await print(shop), missing: await ages() }
  } finally {
    await shop.stop()
  }
}

/** The progress of each order, as an index of STEPS. */
async function statesOf(dataDir: string): Promise<Map<string, number>> {
  const rows = await query(
    dataDir,
    `select id, array_position(array['borrador', 'confirmado', 'pagado'], estado) - 1 as step
    from pedidos`,
  )
  return new Map(rows.map(({ id, step }) => [String(id), Number(step)]))
}

/** Prints the first paid order whose file had come. @returns how many: none where it was lost within the minute */
async function print(shop: Shop): Promise<0 | 1> {
  const [paid] = await query(
    shop.dataDir,
    `select p.id from pedidos p join archivos a on a.pedido_id = p.id
    join contenidos c on c.id = a.contenido_id where p.estado = 'pagado' and c.danado is null order by p.pagado limit 1`,
  )
  if (!paid) return 0
  const entered = await fetch(`${shop.url}/api/mostrador/ingresar`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(OWNER),
  })
  const { access } = (await entered.json()) as { access: string }
  const printed = await fetch(`${shop.url}/api/mostrador/pedidos/${paid.id}/trabajos/1.pdf`, {
    headers: { authorization: `Bearer ${access}` },
  })
  expect(printed.status).toBe(200)
  expect(await printed.text()).toEqual(expect.stringMatching(/^%PDF-/))
  return 1
}

/** Things that exist more than once but must exist once. */
async function doubledIn(dataDir: string): Promise<number> {
  const base = await openBase(dataDir, undefined)
  try {
    const rows = await query(
      dataDir,
      `select pedido_id as what from pagos where estado = 'approved' group by 1 having count(*) > 1
       union all select pedido_id || estado from historial where nota is null group by pedido_id, estado having count(*) > 1
       union all select numero::text from pedidos where numero is not null group by 1 having count(*) > 1
       union all select clave from correos group by 1 having count(*) > 1`,
    )
    return rows.length
  } finally {
    await base.close()
  }
}

async function query(dataDir: string, text: string): Promise<Record<string, unknown>[]> {
  const base = await openBase(dataDir, undefined)
  const client = new pg.Client({ connectionString: base.url })
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
    await base.close()
  }
}
