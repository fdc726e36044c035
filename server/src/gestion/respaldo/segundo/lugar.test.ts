// The owner chooses on the screen where backups are copied to, and the server's child process copies them
// there.
import { join } from 'node:path'
import type { Proveedor } from '@imprimitodo/shared/api/proveedores'
import { asc } from 'drizzle-orm'
import { expect, onTestFinished, test, vi } from 'vitest'
import { copiasRespaldo, respaldos } from '../../../base/db/schema/respaldo.ts'
import { parseS3 } from '../../../base/services/files/address.ts'
import { testFolder } from '../../../testing/folder.ts'
import { confirmAs, enterAs } from '../../../testing/mostrador.ts'
import { startS3 } from '../../../testing/peers/s3/server.ts'
import { SFTP_USER, startSftp } from '../../../testing/peers/sftp.ts'
import { CLAVE } from '../../../testing/respaldo.ts'
import { testShop } from '../../../testing/shop.ts'
import { makeRespaldo } from '../noche/make.ts'
import { copyInChild } from '../restore/in-child.ts'
import { startCopia } from './copia.ts'

const NAME = 'imprimitodo-2026-11-20-0400.respaldo'
const BASE = '/api/mostrador/proveedores'

async function world() {
  const shop = await testShop({}, {}, ({ conexiones }) => ({ copia: conexiones.ports.respaldo }))
  const headers = await enterAs(shop)
  const put = (valores: object | null) =>
    shop.app.inject({ method: 'PUT', url: `${BASE}/respaldo`, payload: { valores }, headers })
  const attempt = async () => (await shop.post(`${BASE}/respaldo/probar`, {}, headers)).json()
  const see = async () =>
    (await shop.get(BASE, headers)).json<Proveedor[]>().find(({ cual }) => cual === 'respaldo')
  return { shop, headers, put, probar: attempt, see }
}

const LOCAL = { lugar: 'carpeta', carpeta: '/tmp' }

/** In the form in which the owner types it. */
async function bucket() {
  const s3 = await startS3()
  onTestFinished(s3.stop)
  const { endpoint = '', bucket = '', credentials } = parseS3(s3.url)?.storage ?? {}
  const valores = {
    lugar: 's3',
    s3_servidor: endpoint,
    s3_bucket: bucket,
    s3_region: 'us-east-1',
    s3_clave: credentials?.accessKeyId ?? '',
    s3_secreto: credentials?.secretAccessKey ?? '',
  }
  return { s3, valores }
}

test('a bucket: tried, and from then on each backup goes there; another place gets the last one at once', async () => {
  const { shop, headers, put, probar, see } = await world()
  expect(await see()).toMatchObject({
    servicio: 'Sin conectar',
    origen: null,
    nota: expect.stringMatching(/mismo disco/),
  })
  const { s3, valores } = await bucket()
  expect((await put(valores)).json()).toMatchObject({ confirmar: true })
  await confirmAs(shop, headers)
  expect((await put({ ...valores, s3_secreto: 'otro' })).statusCode).toBe(200)
  expect(await probar()).toMatchObject({
    anda: false,
    texto: expect.stringMatching(/no deja usar el bucket/),
  })
  expect((await put({ s3_secreto: valores.s3_secreto })).statusCode).toBe(200)
  expect(await probar()).toMatchObject({
    anda: true,
    texto: expect.stringMatching(/Todavía no hay ningún respaldo/),
  })
  const seen = await see()
  expect(seen).toMatchObject({
    origen: 'pantalla',
    faltan: [],
    nota: null,
    servicio: expect.stringMatching(/^s3:/),
  })
  expect(seen?.valores.lugar).toEqual({ puesto: true, opcion: 's3' })
  const said = JSON.stringify([seen, (await shop.get('/api/mostrador/auditoria', headers)).json()])
  expect(said).not.toContain(valores.s3_secreto)
  expect(said).not.toContain(valores.s3_clave)

  const carpeta = testFolder('respaldos')
  const env = { BACKUP_KEY: CLAVE.toString('hex'), DATABASE_URL: shop.url, DATA_DIR: shop.dataDir }
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value)
  onTestFinished(() => void vi.unstubAllEnvs())
  await makeRespaldo(join(carpeta, NAME), {
    url: shop.url,
    files: shop.deps.files,
    dataDir: shop.dataDir,
    clave: CLAVE,
    aparte: true,
  })
  const { look, stop } = startCopia({
    db: shop.db,
    log: shop.deps.log,
    now: shop.deps.now,
    url: shop.url,
    carpeta,
    copy: copyInChild,
    async lugar() {
      if (shop.deps.copia?.nombre === null) return null
      return { desde: (await shop.deps.conexiones.read(shop.db, 'respaldo')).probado }
    },
  })
  onTestFinished(stop)
  await look()
  const rows = () => shop.db.select().from(copiasRespaldo).orderBy(asc(copiasRespaldo.id))
  expect(await rows()).toMatchObject([{ falla: null }])
  expect([...s3.objects.kept.keys()]).toContain(`respaldos/${NAME}`)
  await look()
  expect(await rows()).toHaveLength(1)

  const other = await bucket()
  shop.clock.offsetMs += 1000
  await put(other.valores)
  expect(await probar()).toMatchObject({ anda: true })
  shop.clock.offsetMs += 1000
  await look()
  expect([...other.s3.objects.kept.keys()]).toContain(`respaldos/${NAME}`)
  await put(null)
  await shop.db.insert(respaldos).values({ cuando: shop.deps.now(), archivos: 0, bytes: 1 })
  await look()
  expect(await rows()).toHaveLength(2)
})

test.each(['PUT', 'GET', 'DELETE'])(
  'a key of a bucket that does not let %s is told where it is tried',
  async (forbidden) => {
    const { shop, headers, put, probar } = await world()
    await confirmAs(shop, headers)
    const { s3, valores } = await bucket()
    await put(valores)
    s3.state.fault = ({ method, key }) => (method === forbidden && key ? 'forbidden' : undefined)
    expect(await probar()).toMatchObject({
      anda: false,
      texto: expect.stringMatching(/esa clave no puede todo lo que hace falta/),
    })
    s3.state.fault = () => undefined
    expect(await probar()).toMatchObject({ anda: true })
    expect([...s3.objects.kept.keys()]).toEqual([])
  },
)

test('another computer shows its fingerprint first, and is taken with it alone', async () => {
  const { shop, headers, put, probar, see } = await world()
  await confirmAs(shop, headers)
  const { port, hostkey } = await startSftp(testFolder('sftp'))
  const valores = {
    lugar: 'sftp',
    sftp_servidor: `127.0.0.1:${port}`,
    sftp_usuario: SFTP_USER.user,
    sftp_password: SFTP_USER.password,
    sftp_carpeta: '/',
  }
  expect((await put(valores)).statusCode).toBe(200)
  expect((await see())?.faltan).toEqual(['sftp_huella'])
  const asked = await probar()
  expect(asked).toMatchObject({ anda: false, texto: expect.stringMatching(/^Falta la huella/) })
  expect(asked.texto).toContain(hostkey)
  await put({ sftp_huella: `SHA256:${'a'.repeat(43)}` })
  const other = await probar()
  expect(other.anda).toBe(false)
  expect(other.texto).toContain(`mostró la huella ${hostkey}, y no la que está escrita`)
  // With the name of the field on the screen, and not with that of BACKUP_COPY
  expect(other.texto).toContain('pegala en «Huella de la computadora»')
  expect(other.texto).not.toContain('hostkey')
  await put({ sftp_huella: hostkey, sftp_password: 'otra' })
  expect(await probar()).toMatchObject({ anda: false, texto: expect.stringMatching(/no deja entrar/) })
  await put({ sftp_password: SFTP_USER.password })
  expect(await probar()).toMatchObject({ anda: true })
  expect((await see())?.probado).not.toBeNull()
})

test('a folder of the same disk is told, one that is not there too; another choice needs its own fields', async () => {
  const { shop, headers, put, probar, see } = await world()
  await confirmAs(shop, headers)
  expect((await put({ lugar: 'carpeta', carpeta: 'respaldos' })).json()).toEqual({
    carpeta: ['Es la carpeta entera: empieza con /.'],
  })
  await put({ ...LOCAL, carpeta: shop.dataDir })
  expect(await probar()).toMatchObject({
    anda: false,
    texto: expect.stringMatching(/está en el mismo disco que los respaldos/),
  })
  await put({ carpeta: '/no/existe' })
  expect(await probar()).toMatchObject({ anda: false, texto: expect.stringMatching(/No existe la carpeta/) })
  expect((await put({ lugar: 's3' })).json()).toMatchObject({
    s3_servidor: ['Falta: servidor S3.'],
    s3_bucket: ['Falta: bucket.'],
  })
  expect((await see())?.servicio).toBe('/no/existe')
  const { valores } = await bucket()
  expect((await put(valores)).statusCode).toBe(200)
  expect((await see())?.valores.carpeta).toEqual({ puesto: false })
  expect((await put({ lugar: 'ftp' })).json()).toMatchObject({ lugar: ['Elegí una de las opciones.'] })
  const odd = { ...valores, s3_servidor: 'http://x/../y', s3_bucket: 'A b' }
  expect(Object.keys((await put(odd)).json())).toEqual(['s3_servidor', 's3_bucket'])
  for (const sftp_servidor of ['https://copias.example', 'copias.example:70000'])
    expect((await put({ lugar: 'sftp', sftp_servidor })).json()).toMatchObject({
      sftp_servidor: [expect.stringMatching(/^Es solo el nombre de la computadora/)],
    })
})
