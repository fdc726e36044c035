import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { confirm, pay, sendTo, upload } from '../../e2e/support/buy.ts'
import { type Shop, startShop } from '../../e2e/support/shop.ts'
import { makePdf } from '../../server/src/testing/pdf.ts'
import { atLeast, atMost, median, note, type Row } from '../support/rows.ts'

export const name = 'Orders a second with and without the log that leads back to any moment'
const ROUNDS = 3
const ROUND_MS = 15_000
const CUSTOMERS = 8
const RECOVERY_S = 60

/** Two shops that differ in BACKUP_LOG alone, in turns. */
export async function run(): Promise<Row[]> {
  const folder = mkdtempSync(join(tmpdir(), 'imprimitodo-bitacora-'))
  const shops: Shop[] = []
  const open = async (log: 'on' | 'off') => {
    const shop = await startShop({ env: { BACKUP_LOG: log, BACKUP_DIR: join(folder, log) } })
    shops.push(shop)
    return shop
  }
  try {
    const [without, withLog] = [await open('off'), await open('on')]
    const bytes = await makePdf({ pages: 10 })
    for (const shop of shops) await sold(shop, bytes)
    await hasCopy(join(folder, 'on')) // made once a week, at night: it does not count among a day's orders
    const rates = { without: [] as number[], with: [] as number[] }
    const ages: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      rates.without.push(await sold(without, bytes))
      const watching = new AbortController()
      const watched = watch(withLog, ages, watching.signal)
      rates.with.push(await sold(withLog, bytes))
      watching.abort()
      await watched
    }
    return [
      note('orders paid a second without the log', median(rates.without), '/s'),
      note('orders paid a second with it', median(rates.with), '/s'),
      atLeast('with it, as a share', median(rates.with) / median(rates.without), 0.9),
      note('age of the newest sealed moment, looked at each second: median', median(ages), 's'),
      atMost('its highest, which is what a lost machine would cost', Math.max(...ages), RECOVERY_S, 's'),
    ]
  } finally {
    for (const shop of shops) await shop.remove()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Orders paid a second by customers who never wait. */
async function sold(shop: Shop, bytes: Uint8Array): Promise<number> {
  const send = sendTo(shop.url)
  const until = performance.now() + ROUND_MS
  let paid = 0
  const customer = async () => {
    while (performance.now() < until) {
      const { pedido_id } = await upload(send, { bytes })
      const importe = await confirm(send, pedido_id, {}, `${pedido_id.toLowerCase()}@example.com`)
      await pay(send, pedido_id, importe)
      if (performance.now() < until) paid++
    }
  }
  await Promise.all(Array.from({ length: CUSTOMERS }, customer))
  return paid / (ROUND_MS / 1000)
}

async function hasCopy(carpeta: string): Promise<void> {
  const isThere = () =>
    readdirSync(carpeta, { recursive: true, encoding: 'utf8' }).some((it) => it.endsWith('.partida'))
  for (let tries = 0; !isThere(); tries++) {
    if (tries > 300) throw new Error('The log has no copy to go on from.')
    await sleep(1_000)
  }
}

async function watch(shop: Shop, ages: number[], signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const text = await (await fetch(`${shop.url}/metrics`)).text()
    const sealed = /^imprimitodo_shop_log_archived_seconds (\S+)$/m.exec(text)?.[1]
    if (sealed) ages.push(Date.now() / 1000 - Number(sealed))
    await sleep(1_000)
  }
}
