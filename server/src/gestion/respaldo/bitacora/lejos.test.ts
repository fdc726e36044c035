// Back to a moment from nothing but the second place, to which the server's child process sent the files.
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { parseLugar } from '../../../base/services/copia/address.ts'
import { openLugar } from '../../../base/services/copia/index.ts'
import { makeTemplate, openTienda, restore, scratchFolder, type Tienda } from '../../../testing/bitacora.ts'
import { hasOpenssh, startOpenssh } from '../../../testing/peers/openssh.ts'
import { startS3 } from '../../../testing/peers/s3/server.ts'
import { SFTP_USER, startSftp } from '../../../testing/peers/sftp.ts'
import { CLAVE } from '../../../testing/respaldo.ts'
import { eventually } from '../../../testing/shop.ts'
import { followInChild } from '../restore/in-child.ts'
import { momentoOf } from './nombres.ts'
import { readEstado } from './tramo.ts'

/** Long, so that a loaded machine does not count as a failure. */
const PATIENCE_MS = 300_000
const SHM = '/dev/shm'
const hasOtherDisk = statSync(SHM, { throwIfNoEntry: false })?.dev !== statSync(tmpdir()).dev

let template: Awaited<ReturnType<typeof makeTemplate>>
beforeAll(async () => {
  template = await makeTemplate()
})
afterAll(() => template.remove())

/** Each makes a place that ends with the test. @returns its address, as BACKUP_COPY has it */
const PLACES: [name: string, isHere: boolean, open: () => Promise<string>][] = [
  [
    'another disk',
    hasOtherDisk,
    async () => {
      const folder = mkdtempSync(join(SHM, 'imprimitodo-otro-'))
      onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
      return folder
    },
  ],
  [
    'a machine with SFTP',
    true,
    async () => {
      const { port, hostkey } = await startSftp(scratchFolder('sftp '))
      const { user, password } = SFTP_USER
      return `sftp://${user}:${encodeURIComponent(password)}@127.0.0.1:${port}/?hostkey=${hostkey}`
    },
  ],
  ['OpenSSH (apt-get install openssh-server)', hasOpenssh, async () => (await startOpenssh()).address],
  [
    'a bucket',
    true,
    async () => {
      const s3 = await startS3()
      onTestFinished(s3.stop)
      return s3.url.replace('?', '/tienda?')
    },
  ],
]

/** The files in the place, and how far its log goes (ms since 1970). */
async function sentTo(address: string, { carpeta }: Tienda) {
  const lugar = await openLugar(parseLugar(address), () => {})
  try {
    const names = [...(await lugar.list()).keys()]
    const [, cadena] = names.map((it) => /^bitacora\/(.*)\/estado\.sellado$/.exec(it)).find(Boolean) ?? []
    const hora = cadena ? (await readEstado(lugar, CLAVE, cadena)).hora : 0
    return { hora, files: names.filter((it) => it.startsWith('archivos/')).length, names, carpeta }
  } finally {
    await lugar.close()
  }
}

const NOTHING_YET = { hora: 0, files: 0, names: [] as string[] }

/** Runs until the second place has a copy, the log up to now, and so many customers' files. */
async function sent(tienda: Tienda, address: string, files: number): Promise<void> {
  const now = Date.now()
  await eventually(
    async () => {
      await tienda.bitacora.look()
      expect(tienda.bitacora.estado().falla).toBeNull()
      // A file that is just being replaced there is read the next time
      return sentTo(address, tienda).catch(() => NOTHING_YET)
    },
    (it) => it.hora > now && it.files === files && it.names.some((name) => name.endsWith('.partida')),
    PATIENCE_MS,
  )
}

test.for(PLACES)(
  '%s: to a moment, and to the last one that was sent, on a machine with nothing but the key',
  { timeout: PATIENCE_MS },
  async ([, isHere, open], { skip }) => {
    if (!isHere) return skip('it is not on this machine')
    const address = await open()
    const dataDir = scratchFolder()
    template.into(dataDir)
    const env = { BACKUP_COPY: address, BACKUP_KEY: CLAVE.toString('hex'), DATA_DIR: dataDir }
    for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value)
    onTestFinished(() => void vi.unstubAllEnvs())
    const tienda = await openTienda(dataDir, scratchFolder('respaldos '), { follow: followInChild })
    await tienda.order(1001)
    await sent(tienda, address, 1)
    await sleep(1010 - (Date.now() % 1000)) // a whole second after it, and before the next order
    const at = momentoOf(Date.now())
    await sleep(1010 - (Date.now() % 1000))
    await tienda.order(1002)
    await sent(tienda, address, 2)
    await tienda.stopDatabase() // the machine is lost, with its BACKUP_DIR
    rmSync(tienda.carpeta, { recursive: true })

    const back = async (hasta: string) => {
      const place = scratchFolder('otra ')
      const { status, said } = await restore(place, [address, '--hasta', hasta])
      expect(said).toMatch(/^La tienda volvió a como estaba a las /)
      expect(status).toBe(0)
      const shop = await openTienda(place)
      const orders = await shop.orders()
      const files = await Promise.all(orders.map((numero) => shop.hasFile(numero)))
      await shop.stopDatabase()
      return { orders, files }
    }
    expect(await back(at)).toEqual({ orders: [1001], files: [true] })
    expect(await back('ultimo')).toEqual({ orders: [1001, 1002], files: [true, true] })
  },
)
