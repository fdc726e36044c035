import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { hasOpenssh, startOpenssh } from '../../../testing/peers/openssh.ts'
import { newKeyPair, SFTP_USER, startSftp } from '../../../testing/peers/sftp.ts'
import { NotKept, StoreDown } from '../files/port.ts'
import { parseLugar } from './address.ts'
import { openLugar } from './index.ts'
import { type LugarDeCopia, LugarInvalido } from './port.ts'

const NAME = 'archivos/ab/nombre'

async function machine(login?: string) {
  const folder = mkdtempSync(join(tmpdir(), 'imprimitodo-sftp-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const sftp = await startSftp(folder, login)
  /** Opens an address in the form of BACKUP_COPY; `change`: an error in it. */
  const open = async ({ user = 'copia', password = 'cl%40ve', query = '', hostkey = sftp.hostkey } = {}) => {
    const at = `sftp://${user}:${password}@127.0.0.1:${sftp.port}/?hostkey=${hostkey}${query}`
    const lugar = await openLugar(parseLugar(at), () => {})
    onTestFinished(() => lugar.close())
    return lugar
  }
  const path = join(folder, 'propio')
  return { folder, path, open, state: sftp.state }
}

test('stores and returns whole files, some hundreds of kB too, also in place of existing ones', async () => {
  const { folder, path, open } = await machine()
  await takesAndGives(await open(), { folder, path })
})

test.skipIf(!hasOpenssh)('the same of OpenSSH’s own server (apt-get install openssh-server)', async () => {
  const { address, folder } = await startOpenssh()
  const lugar = await openLugar(parseLugar(address), () => {})
  onTestFinished(() => lugar.close())
  expect(await lugar.room()).toBeGreaterThan(1e6)
  await takesAndGives(lugar, { folder, path: join(folder, 'propio') })
})

test.skipIf(!hasOpenssh)(
  'OpenSSH replaces a file in one step: also where no user may remove one (apt-get install openssh-server)',
  async () => {
    const { address, folder } = await startOpenssh('remove')
    const lugar = await openLugar(parseLugar(address), () => {})
    onTestFinished(() => lugar.close())
    for (const text of ['viejo', 'nuevo']) {
      writeFileSync(join(folder, 'propio'), text)
      await lugar.put(NAME, join(folder, 'propio'))
      expect(readFileSync(join(folder, NAME), 'utf8')).toBe(text)
    }
    await expect(lugar.delete(NAME)).rejects.toBeInstanceOf(LugarInvalido)
  },
)

async function takesAndGives(lugar: LugarDeCopia, { folder, path }: { folder: string; path: string }) {
  expect([...(await lugar.list())]).toEqual([])
  for (const size of [0, 5, 700_000]) {
    const bytes = Buffer.alloc(size, 'ñandú')
    writeFileSync(path, bytes)
    await lugar.put(NAME, path)
    expect((await buffer(await lugar.open(NAME))).equals(bytes)).toBe(true)
    expect((await lugar.list()).get(NAME)).toBe(size)
  }
  for (const name of ['0123abcd', '89abcdef']) writeFileSync(join(folder, `${NAME}.${name}.parte`), 'x')
  const dayAgo = Date.now() / 1000 - 25 * 3600
  utimesSync(join(folder, `${NAME}.0123abcd.parte`), dayAgo, dayAgo)
  await lugar.tidy() // another copy may be at the younger one
  expect(readdirSync(join(folder, 'archivos/ab')).toSorted()).toEqual(['nombre', 'nombre.89abcdef.parte'])
  await lugar.delete(NAME)
  await lugar.delete(NAME)
  await expect(lugar.open(NAME)).rejects.toBeInstanceOf(NotKept)
}

test('enters with a key; a wrong password and another machine are told, and send nothing', async () => {
  const pair = newKeyPair()
  const { path, open } = await machine(pair.public)
  writeFileSync(path, pair.private)
  expect((await (await open({ password: '', query: `&key=${path}` })).list()).get('propio')).toBeGreaterThan(
    100,
  )
  await expect(open({ password: 'otra' })).rejects.toThrow(/^127\.0\.0\.1 no deja entrar a copia/)
  const other = await open({ hostkey: `SHA256:${'a'.repeat(43)}` }).catch((error) => error)
  expect(other).toBeInstanceOf(LugarInvalido)
  expect(other.message).toMatch(/mostró la clave SHA256:.{43}, y no la de \?hostkey=/)
  await expect(open({ password: '', query: '&key=/no/esta' })).rejects.toThrow(
    'No se puede leer la clave privada',
  )
})

test('a server that fails or goes away in the middle is told, and the existing file stays', async () => {
  const { folder, path, open, state } = await machine()
  const lugar = await open()
  writeFileSync(path, 'bueno')
  await lugar.put(NAME, path)
  writeFileSync(path, 'otro')
  state.fault = (call) => (call === 'WRITE' ? 'fail' : undefined)
  await expect(lugar.put(NAME, path)).rejects.toBeInstanceOf(StoreDown)
  state.fault = (call) => (call === 'WRITE' ? 'drop' : undefined)
  await expect(lugar.put(NAME, path)).rejects.toBeInstanceOf(StoreDown)
  expect(readFileSync(join(folder, NAME), 'utf8')).toBe('bueno')
  state.fault = () => undefined
  await expect(lugar.list()).rejects.toBeInstanceOf(StoreDown)
  expect([...(await (await open()).list()).keys()].toSorted()).toEqual([NAME, 'propio'])
})

test.each(['sftp://a:b@host/x', 'sftp://a:b@host/x?hostkey=SHA256:corta', 'sftp://host/x?hostkey=SHA256:x'])(
  '%s is refused: whose machine it is must be known',
  (address) => expect(() => parseLugar(address)).toThrow('hostkey=SHA256'),
)

test('of an address each part has its place', () => {
  const hostkey = `SHA256:${'a+/'.repeat(14)}b`
  expect(parseLugar(`sftp://u%40x:p%3Aw@[::1]:2222/~/mis%20copias/?hostkey=${hostkey}&key=/etc/k`)).toEqual({
    tipo: 'sftp',
    host: '::1',
    port: 2222,
    user: 'u@x',
    password: 'p:w',
    keyPath: '/etc/k',
    hostkey,
    folder: 'mis copias',
  })
  expect(SFTP_USER.user).toBe('copia')
})
