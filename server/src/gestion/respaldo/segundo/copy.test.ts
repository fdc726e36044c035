// The newest backup in a second place: on another disk, in a bucket, on another machine.
import { spawnSync } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { expect, it, onTestFinished } from 'vitest'
import { archivos as archivosTable, contenidos } from '../../../base/db/schema/archivos.ts'
import { pedidos } from '../../../base/db/schema/pedidos.ts'
import { openLugarEnCarpeta } from '../../../base/services/copia/carpeta.ts'
import { needOtherDisk } from '../../../base/services/copia/index.ts'
import type { LugarDeCopia } from '../../../base/services/copia/port.ts'
import { openEnBucket } from '../../../base/services/copia/s3.ts'
import { openSftp } from '../../../base/services/copia/sftp.ts'
import { StoreDown } from '../../../base/services/files/port.ts'
import { makePdf } from '../../../testing/pdf.ts'
import { openTestBucket } from '../../../testing/peers/s3/bucket.ts'
import { SFTP_USER, startSftp } from '../../../testing/peers/sftp.ts'
import { CLAVE, emptyPlace } from '../../../testing/respaldo.ts'
import { compra, type Shop, testShop } from '../../../testing/shop.ts'
import { verifyRespaldo } from '../archivo/verify.ts'
import { whyNoCopia } from '../archivo/why.ts'
import { makeRespaldo } from '../noche/make.ts'
import { whileItMoves } from '../noche/while-it-moves.ts'
import { restoreRespaldo } from '../restore/restore.ts'
import { type Copiado, copyRespaldo } from './copy.ts'

const GUARDAR = { diarios: 2, semanales: 0 }
/** A fraction of the month's turns: a day on which none of these tests' files is read again. */
const NO_TURN = 0.5

function freshFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'imprimitodo-copia-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

async function bucketPlace() {
  const { s3, bucket } = await openTestBucket()
  return { s3, lugar: openEnBucket(bucket, { nombre: 's3://copia', folder: 'tienda/uno' }) }
}

async function sftpPlace() {
  const sftp = await startSftp(freshFolder())
  const { port, hostkey } = sftp
  const lugar = await openSftp(
    { tipo: 'sftp', host: '127.0.0.1', port, ...SFTP_USER, keyPath: undefined, hostkey, folder: '/' },
    { nombre: 'sftp://copia' },
  )
  onTestFinished(() => lugar.close())
  return { sftp, lugar }
}

const nombreOf = (day: number) => `imprimitodo-2026-11-${day}-0400.respaldo`

/** A shop with its folder of nightly backups. */
async function shopWithBackups() {
  const shop = await testShop()
  const carpeta = join(shop.dataDir, 'respaldos')
  mkdirSync(carpeta)
  return {
    shop,
    carpeta,
    order: async (nombre: string, pages: number) => {
      const { pedido_id } = await shop.quote([{ nombre, bytes: await makePdf({ pages }) }])
      await shop.post('/api/completar_compra', compra(pedido_id))
    },
    backup: (day: number) => makeRespaldo(join(carpeta, nombreOf(day)), que(shop)),
    copy: (alla: LugarDeCopia, change: Partial<Copiado> = {}) =>
      copyRespaldo({
        carpeta,
        aqui: openLugarEnCarpeta(carpeta),
        alla,
        clave: CLAVE,
        guardar: GUARDAR,
        dia: NO_TURN,
        ...change,
      }),
  }
}
const que = ({ url, deps, dataDir }: Shop) => ({
  url,
  files: deps.files,
  dataDir,
  clave: CLAVE,
  aparte: true,
})
const archivesOf = async (lugar: LugarDeCopia) =>
  [...(await lugar.list()).keys()].filter((name) => name.endsWith('.respaldo')).toSorted()
const filesOf = async (lugar: LugarDeCopia) =>
  [...(await lugar.list()).keys()].filter((name) => name.startsWith('archivos/')).toSorted()
const verify = (lugar: LugarDeCopia, day: number) =>
  verifyRespaldo({ lugar, nombre: nombreOf(day), clave: CLAVE }, { todo: true })

it.each([
  ['a folder of another disk', async () => openLugarEnCarpeta(freshFolder())],
  ['a bucket', async () => (await bucketPlace()).lugar],
  ['another machine', async () => (await sftpPlace()).lugar],
])('%s gets its missing files, and alone, with the key, it brings the shop back', async (_, open) => {
  const alla = await open()
  const { shop, carpeta, order, backup, copy } = await shopWithBackups()
  expect(await copy(alla)).toBeNull()
  await order('tesis.pdf', 2)
  await backup(20)
  expect(await copy(alla)).toMatchObject({
    respaldo: new Date('2026-11-20T07:00:00Z'),
    archivos: 2,
    aviso: null,
  })
  expect(await copy(alla)).toMatchObject({ archivos: 0, bytes: 0, aviso: null })
  await order('anexo.pdf', 3)
  await backup(21)
  expect(await copy(alla)).toMatchObject({ archivos: 2, aviso: null })
  expect([...(await alla.list())].toSorted()).toEqual(
    [...(await openLugarEnCarpeta(carpeta).list())].toSorted(),
  )
  for (const name of (await alla.list()).keys()) {
    const sealed = await buffer(await alla.open(name))
    for (const text of ['ana@example.com', 'tesis', '%PDF', 'respaldo.json'])
      expect([name, text, sealed.includes(text)]).toEqual([name, text, false])
  }

  // The shop's disk is lost
  const before = await shop.db.select().from(pedidos)
  const files = await shop.db.select().from(archivosTable)
  rmSync(carpeta, { recursive: true })
  const place = await emptyPlace()
  const guardado = { lugar: alla, nombre: nombreOf(21), clave: CLAVE }
  expect(
    (
      await restoreRespaldo({
        url: place.url,
        files: place.files,
        dataDir: place.folder,
        guardado,
        alDia: null,
        shared: false,
      })
    ).archivos,
  ).toBe(2)
  expect(await place.db.select().from(pedidos)).toEqual(before)
  expect(await place.db.select().from(archivosTable)).toEqual(files)
})

it('what got lost or changed there is noticed, reported and sent again', async () => {
  const { lugar: alla, s3 } = await bucketPlace()
  const { order, backup, copy } = await shopWithBackups()
  await order('a.pdf', 2)
  await order('b.pdf', 3)
  await backup(20)
  await copy(alla)
  const [lost = '', changed = ''] = await filesOf(alla)
  await alla.delete(lost)
  await backup(21)
  expect((await copy(alla))?.aviso).toBe('Allá se había perdido o dañado 1 archivo: ya se mandó de nuevo.')
  expect((await verify(alla, 20)).archivos).toBe(2)

  for (const name of [changed, nombreOf(21)]) {
    const { path = '' } = s3.objects.kept.get(`tienda/uno/${name}`) ?? {}
    const bytes = readFileSync(path)
    bytes[200] = (bytes[200] ?? 0) ^ 1
    writeFileSync(path, bytes)
  }
  await expect(verify(alla, 21)).rejects.toThrow('dañado')
  // Both may have their turn on the same day
  let repaired = 0
  for (let dia = 0; dia < 30; dia++) {
    const { aviso } = (await copy(alla, { dia })) ?? {}
    repaired += Number(/ (\d+) archivos?: ya se/.exec(aviso ?? '')?.[1] ?? 0)
  }
  expect(repaired).toBe(2)
  expect((await verify(alla, 21)).archivos).toBe(2)
})

it('the newest days stay there; a damaged one replaces no good one', async () => {
  const folder = freshFolder()
  const alla = openLugarEnCarpeta(folder)
  const { carpeta, order, backup, copy } = await shopWithBackups()
  await order('a.pdf', 2)
  for (const day of [20, 21, 22]) {
    await backup(day)
    await copy(alla)
  }
  expect(await archivesOf(alla)).toEqual([21, 22].map(nombreOf))
  // Only the newest is left here; the one of the 22nd is cut there: it does not count
  for (const day of [20, 21, 22]) rmSync(join(carpeta, nombreOf(day)))
  truncateSync(join(folder, nombreOf(22)), 1_000)
  await backup(23)
  expect((await copy(alla))?.aviso).toBe('Allá hay 1 respaldo viejo que no sirve.')
  expect(await archivesOf(alla)).toEqual([21, 22, 23].map(nombreOf))
  await verify(alla, 21)

  // Another installation's archive is never touched, and one of the same hour is not overwritten
  const other = { clave: Buffer.alloc(32, 8) }
  await expect(copy(alla, other)).rejects.toThrow('son de otra clave')
  const theirs = freshFolder()
  cpSync(carpeta, theirs, { recursive: true })
  const seen = openLugarEnCarpeta(theirs)
  const mine = await shopWithBackups()
  const key = { ...que(mine.shop), ...other }
  await makeRespaldo(join(mine.carpeta, nombreOf(24)), key)
  expect((await mine.copy(seen, { ...other, guardar: { diarios: 1, semanales: 0 } }))?.aviso).toMatch(
    /^Allá hay respaldos de otra clave/,
  )
  expect((await verify(seen, 23)).archivos).toBe(1)
  cpSync(join(carpeta, nombreOf(23)), join(theirs, nombreOf(24)))
  await expect(mine.copy(seen, other)).rejects.toThrow('hay otra instalación')
})

it('files that no backup there needs any more are deleted, and nothing else', async () => {
  const folder = freshFolder()
  const alla = openLugarEnCarpeta(folder)
  const { shop, order, backup, copy } = await shopWithBackups()
  writeFileSync(join(folder, 'fotos.zip'), 'x')
  writeFileSync(join(folder, 'peli.parte'), 'x')
  mkdirSync(join(folder, 'fotos/2025'), { recursive: true })
  writeFileSync(join(folder, 'fotos/2025/asado.jpg.parte'), 'x')
  await order('a.pdf', 2)
  await backup(20)
  await copy(alla)
  const [first = ''] = await filesOf(alla)
  mkdirSync(join(folder, 'archivos/ff'), { recursive: true })
  const stray = `archivos/ff/${'f'.repeat(40)}`
  for (const name of [stray, `${first}.0123abcd.parte`]) writeFileSync(join(folder, name), 'x')
  const dayAgo = Date.now() / 1000 - 25 * 3600
  utimesSync(join(folder, `${first}.0123abcd.parte`), dayAgo, dayAgo)
  await shop.db.update(contenidos).set({ borrado: new Date() })
  for (const day of [21, 22]) {
    await backup(day)
    await copy(alla)
  }
  expect(await filesOf(alla)).toEqual([])
  expect(readdirSync(join(folder, dirname(first)))).toEqual([])
  expect(readdirSync(folder).toSorted()).toEqual([
    'archivos',
    'fotos',
    'fotos.zip',
    nombreOf(21),
    nombreOf(22),
    'peli.parte',
  ])
  expect([...(await alla.list()).keys()].toSorted()).toEqual(['fotos.zip', nombreOf(21), nombreOf(22)])
  expect(readdirSync(join(folder, 'fotos/2025'))).toEqual(['asado.jpg.parte'])
})

it('a place that hangs, refuses, cuts, changes bytes or is full: its files stay good, the next copy goes on', async () => {
  const { lugar: alla, s3 } = await bucketPlace()
  const { carpeta, order, backup, copy } = await shopWithBackups()
  await order('a.pdf', 2)
  await backup(20)
  await copy(alla)
  await order('b.pdf', 3)
  await backup(21)
  const late = () => new StoreDown('Silent.')
  s3.state.fault = ({ method }) => (method === 'PUT' ? 'hang' : undefined)
  await expect(whileItMoves(300, late, () => copy(alla))).rejects.toThrow('Silent.')
  await s3.away()
  await expect(copy(alla)).rejects.toBeInstanceOf(StoreDown)
  await s3.back()
  s3.state.fault = ({ method, key }) =>
    method === 'GET' && key.includes('/archivos/') ? 'corrupt' : undefined
  await expect(copy(alla)).rejects.toThrow('no es lo que se mandó')
  s3.state.fault = ({ method, key }) => (method === 'GET' && key.includes('/archivos/') ? 'cut' : undefined)
  await expect(copy(alla)).rejects.toBeInstanceOf(StoreDown)
  s3.state.fault = () => undefined
  await expect(copy({ ...alla, room: async () => 10 })).rejects.toThrow(
    /^No hay lugar en s3:\/\/copia: hacen falta 1 MB y quedan 1 MB\./,
  )
  expect(await archivesOf(alla)).toEqual([nombreOf(20)])
  await verify(alla, 20)
  await verify(openLugarEnCarpeta(carpeta), 21)
  await copy(alla)
  expect((await verify(alla, 21)).archivos).toBe(2)
})

it('a file that is damaged here does not replace a good one there', async () => {
  const alla = openLugarEnCarpeta(freshFolder())
  const { carpeta, order, backup, copy } = await shopWithBackups()
  await order('a.pdf', 2)
  await backup(20)
  const [name = ''] = await filesOf(openLugarEnCarpeta(carpeta))
  writeFileSync(join(carpeta, name), readFileSync(join(carpeta, name)).fill(0, 70, 90))
  await expect(copy(alla)).rejects.toThrow('el de esta noche lo hace de nuevo')
  expect(await archivesOf(alla)).toEqual([])
  await backup(21)
  await copy(alla)
  expect((await verify(alla, 21)).archivos).toBe(1)
})

const canMount = process.getuid?.() === 0 && spawnSync('mount', ['--version']).status === 0

it.skipIf(!canMount)(
  'a disk that fills in the middle, or is not mounted, is told (needs root, to mount one)',
  async ({ skip }) => {
    const folder = freshFolder()
    if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder]).status !== 0) return skip()
    onTestFinished(() => void spawnSync('umount', ['-l', folder]))
    const alla = openLugarEnCarpeta(folder)
    const { carpeta, order, backup, copy } = await shopWithBackups()
    const at = { tipo: 'carpeta', path: folder } as const
    expect(() => needOtherDisk(at, carpeta)).not.toThrow()
    expect(() => needOtherDisk({ ...at, path: dirname(carpeta) }, carpeta)).toThrow('en el mismo disco')
    await order('a.pdf', 2)
    await backup(20)
    writeFileSync(join(folder, 'fotos.zip'), Buffer.alloc(1024 ** 2 - 4096))
    await expect(copy(alla)).rejects.toThrow(/^No hay lugar en /)
    const full = await copy({ ...alla, room: async () => null }).catch((error) => error)
    expect(whyNoCopia(full, folder)).toBe(`No hay lugar en ${folder}.`)
    expect([...(await alla.list()).keys()].filter((name) => name.endsWith('.respaldo'))).toEqual([])
    rmSync(join(folder, 'fotos.zip'))
    expect((await copy(alla))?.archivos).toBe(1) // the customer's file had been sent already
    await expect(copy(openLugarEnCarpeta(join(folder, 'no-esta')))).rejects.toThrow(
      'esté conectado y montado',
    )
  },
)

it('a newer backup of another key, from before a restore, is not copied', async () => {
  const alla = openLugarEnCarpeta(freshFolder())
  const { shop, carpeta, order, backup, copy } = await shopWithBackups()
  await order('tesis.pdf', 2)
  const other = { ...que(shop), clave: Buffer.alloc(32, 8) }
  await makeRespaldo(join(carpeta, nombreOf(22)), other)
  await expect(copy(alla)).rejects.toThrow(/son de otra clave, de antes: se copia el de esta noche/)
  expect((await alla.list()).size).toBe(0)
  await backup(21)
  expect(await copy(alla)).toMatchObject({
    respaldo: new Date('2026-11-21T07:00:00Z'),
    archivos: 2,
    aviso: null,
  })
  expect(await archivesOf(alla)).toEqual([nombreOf(21)])
  await verify(alla, 21)
})
