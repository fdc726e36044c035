import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { fastify } from 'fastify'
import { describe, expect, it, onTestFinished } from 'vitest'
import { readConfig, warningsOf } from './config.ts'

it('the example of the settings can be read unchanged', () => {
  const example = readFileSync(new URL('../../deploy/imprimitodo.env.example', import.meta.url), 'utf8')
  expect(readConfig(parseEnv(example))).toMatchObject({
    production: true,
    arca: undefined,
    smtpUrl: undefined,
  })
})

describe('a value that came as a file has it', () => {
  const values = {
    NODE_ENV: 'production',
    PORT: '8080',
    DATA_DIR: '/datos',
    BACKUP_DIR: '/otro disco',
    DATABASE_URL: 'postgresql://a:b@c/d',
    MP_ACCESS_TOKEN: 'APP_USR-1',
    MP_WEBHOOK_SECRET: 's',
    MAIL_FROM: 'Copias, sur <hola@copias.example>',
    LOG_LEVEL: 'warn',
  }
  it.each([
    ['quotes, which a container’s --env-file does not take off', (text: string) => `"${text}"`],
    ['single quotes', (text: string) => `'${text}'`],
    ['spaces', (text: string) => ` ${text}\t`],
    ['the line end of Windows', (text: string) => `${text}\r`],
    ['quotes and the line end of Windows', (text: string) => `"${text}"\r`],
  ])('counts without %s', (_, dress) => {
    const dressed = Object.fromEntries(Object.entries(values).map(([name, text]) => [name, dress(text)]))
    expect(JSON.stringify(readConfig(dressed))).toBe(JSON.stringify(readConfig(values)))
  })

  it('counts as none where it is empty without them', () => {
    for (const name of Object.keys(values))
      for (const text of ['', '  ', '""', '" "', "''\r"])
        expect(JSON.stringify(readConfig({ [name]: text })), name).toBe(JSON.stringify(readConfig({})))
  })

  it('keeps the spaces of a password, which its owner types', () =>
    expect(
      [' con lugar ', '"con lugar "', 'con lugar\r'].map(
        (OWNER_PASSWORD) => readConfig({ OWNER_PASSWORD }).ownerPassword,
      ),
    ).toEqual([' con lugar ', 'con lugar ', 'con lugar']))

  it('keeps quotes that are not one pair around all of it', () =>
    expect(
      ['"a"b"', `'a"`, '"', `'it's'`].map((OWNER_PASSWORD) => readConfig({ OWNER_PASSWORD }).ownerPassword),
    ).toEqual(['"a"b"', `'a"`, '"', `'it's'`]))

  it('counts on Windows under its name in any case', () => {
    expect(readConfig({ Port: '8080' }, 'win32').port).toBe(8080)
    expect(readConfig({ Port: '8080' }, 'linux').port).toBe(3000)
  })
})

it.each(['DATA_DIR', 'BACKUP_DIR'])(
  'data in a folder that has the quotes of %s in its name is not left behind',
  (name) => {
    const folder = mkdtempSync(join(tmpdir(), 'config-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const bare = join(folder, 'datos')
    const dressed = `"${bare}"`
    const old = resolve(dressed)
    onTestFinished(() => rmSync(resolve('"'), { recursive: true, force: true }))
    const read = () => readConfig({ [name]: dressed })
    expect(read).not.toThrow()
    mkdirSync(old, { recursive: true })
    writeFileSync(join(old, 'uno'), '')
    expect(read).toThrow(`${name}: hay datos en «${old}»`)
    mkdirSync(bare)
    expect(read).toThrow(`«${bare}» está vacía o no existe`)
    writeFileSync(join(bare, 'uno'), '')
    expect(read).not.toThrow()
  },
)

const NETWORK = ['HOST abre la tienda a la red']
const PROXY = ['falta TRUST_PROXY']

it.each([
  [{}, []],
  [{ HOST: '::1' }, []],
  [{ HOST: '::', PUBLIC_URL: 'http://192.168.1.20:3000' }, []],
  [{ PUBLIC_URL: 'https://tienda.example', TRUST_PROXY: '127.0.0.1' }, []],
  [{ HOST: '0.0.0.0', PUBLIC_URL: 'https://tienda.example', TRUST_PROXY: '1' }, []],
  [{ HOST: '0.0.0.0' }, NETWORK],
  [{ HOST: '192.168.1.20', PUBLIC_URL: 'http://127.0.0.1:3000' }, NETWORK],
  [{ PUBLIC_URL: 'https://tienda.example' }, PROXY],
  [{ HOST: '0.0.0.0', PUBLIC_URL: 'https://localhost' }, [...NETWORK, ...PROXY]],
])('of %j the operator is warned at the start: %j', (env, expected) =>
  expect(warningsOf(readConfig(env))).toEqual(expected.map((text) => expect.stringContaining(text))),
)

describe('map tiles', () => {
  const tiles = (MAP_TILES_URL: string) => readConfig({ MAP_TILES_URL }).mapTilesUrl

  it('are a template, or none', () => {
    expect(tiles('')).toBeNull()
    const template = 'https://{s}.teselas.example/{z}/{x}/{y}.png?llave=1'
    expect(tiles(template)).toBe(template)
  })
  it.each(['https://teselas.example/', 'teselas.example/{z}/{x}/{y}.png'])('%s is told at the start', (url) =>
    expect(() => tiles(url)).toThrow('MAP_TILES_URL'),
  )
})

describe('another server for the loyalty calls', () => {
  const loyalty = (LOYALTY_URL: string) => readConfig({ LOYALTY_URL }).loyaltyUrl

  it('is an origin, or none', () => {
    expect(loyalty('')).toBeNull()
    expect(loyalty('https://puntos.example/')).toBe('https://puntos.example')
  })
  it.each([
    'puntos.example',
    'ftp://puntos.example',
    'https://puntos.example/api',
    'https://a:b@puntos.example',
  ])('%s is told at the start', (url) => expect(() => loyalty(url)).toThrow('LOYALTY_URL'))
})

describe('maps', () => {
  const maps = (env: NodeJS.ProcessEnv) => {
    const { geocoderUrl, routerUrl, mapTilesUrl } = readConfig(env)
    return [geocoderUrl, routerUrl, mapTilesUrl]
  }
  const production = { NODE_ENV: 'production', PUBLIC_URL: 'https://imprimitodo.example' }

  it('ask no server outside in a demo', () => expect(maps({})).toEqual([undefined, undefined, null]))
  it('ask OpenStreetMap in production for addresses and tiles, never for roads', () =>
    expect(maps(production)).toEqual([
      'https://nominatim.openstreetmap.org',
      undefined,
      'https://tile.openstreetmap.org/{z}/{x}/{y}.png',
    ]))
  it('ask no server where they are turned off', () =>
    expect(maps({ ...production, GEOCODER_URL: 'off', ROUTER_URL: 'off', MAP_TILES_URL: 'off' })).toEqual([
      undefined,
      undefined,
      null,
    ]))
  it.each(['nominatim.example', 'ftp://nominatim.example', 'https://'])('%s is told at the start', (url) =>
    expect(() => maps({ GEOCODER_URL: url })).toThrow('GEOCODER_URL'),
  )
})

describe('ARCA', () => {
  const [cert, key] = ['CERTIFICATE', 'PRIVATE KEY'].map((what) => `-----BEGIN ${what}-----\\nabc`)
  const all = { ARCA_CUIT: '20123456786', ARCA_CERT: cert ?? '', ARCA_KEY: key ?? '' }

  it('is configured by its certificate, in homologation except in production or where configured otherwise', () => {
    expect(readConfig({}).arca).toBeUndefined()
    expect(readConfig(all).arca).toMatchObject({
      cuit: '20123456786',
      issuer: 'MT',
      cert: '-----BEGIN CERTIFICATE-----\nabc',
      wsaaUrl: 'https://wsaahomo.afip.gov.ar/ws/services/LoginCms',
      wsfeUrl: 'https://wswhomo.afip.gov.ar/wsfev1/service.asmx',
    })
    const real = readConfig({ ...all, NODE_ENV: 'production', ARCA_WSAA_URL: 'http://127.0.0.1:9/wsaa' }).arca
    expect(real?.wsfeUrl).toBe('https://servicios1.afip.gov.ar/wsfev1/service.asmx')
    expect(real?.wsaaUrl).toBe('http://127.0.0.1:9/wsaa')
  })

  it.each([
    [{ ARCA_CUIT: '20123456786' }, 'van juntas'],
    [{ ...all, ARCA_KEY: '' }, 'van juntas'],
    [{ ...all, ARCA_CUIT: '20-12345678-6' }, 'no es un CUIT'],
    [{ ...all, ARCA_ISSUER: 'XX' }, 'RI o MT'],
    [{ ARCA_ISSUER: 'XX' }, 'RI o MT'],
    [{ ...all, ARCA_CERT: '/no/existe.pem' }, 'ARCA_CERT: no se puede leer ese archivo'],
    [{ ...all, ARCA_KEY: `${import.meta.dirname}/seed.ts` }, 'ARCA_KEY: ese archivo no es un PEM'],
    [{ ...all, ARCA_WSAA_URL: 'wsaa.example/ws' }, 'ARCA_WSAA_URL'],
    [{ ARCA_PADRON_URL: 'padron' }, 'ARCA_PADRON_URL'],
  ])('settings that are incomplete or wrong are told at the start: %o', (env, message) =>
    expect(() => readConfig(env)).toThrow(message),
  )
})

describe('Mercado Pago', () => {
  const both = { MP_ACCESS_TOKEN: 'APP_USR-1', MP_WEBHOOK_SECRET: 's' }

  it('is configured by its token, at the real address by default', () => {
    expect(readConfig({}).mercadopago).toBeUndefined()
    expect(readConfig(both).mercadopago).toEqual({
      accessToken: 'APP_USR-1',
      webhookSecret: 's',
      apiUrl: 'https://api.mercadopago.com',
    })
    expect(readConfig({ ...both, MP_API_URL: 'http://127.0.0.1:9/' }).mercadopago?.apiUrl).toBe(
      'http://127.0.0.1:9',
    )
  })

  it('may be tried without the secret of its notifications, but not in production', () => {
    const { MP_ACCESS_TOKEN } = both
    expect(readConfig({ MP_ACCESS_TOKEN }).mercadopago?.webhookSecret).toBeUndefined()
    expect(() => readConfig({ MP_ACCESS_TOKEN, NODE_ENV: 'production' })).toThrow('van juntos')
  })

  it.each([
    [{ MP_WEBHOOK_SECRET: 's' }, 'MP_WEBHOOK_SECRET no sirve sin MP_ACCESS_TOKEN'],
    [{ ...both, MP_API_URL: 'localhost:3000' }, 'MP_API_URL'],
  ])('half of it, or a wrong address, is told at the start: %o', (env, message) =>
    expect(() => readConfig(env)).toThrow(message),
  )
})

describe('the address of the shop', () => {
  const shop = (PUBLIC_URL: string) => readConfig({ PUBLIC_URL }).publicUrl

  it('is an origin, on this machine by default', () => {
    expect(shop('')).toBe('http://localhost:3000')
    expect(readConfig({ PORT: '8080' }).publicUrl).toBe('http://localhost:8080')
    expect(shop('https://Tienda.example/')).toBe('https://tienda.example')
    expect(shop('http://10.0.0.7:3000//')).toBe('http://10.0.0.7:3000')
  })
  it.each([
    'tienda.example',
    'tienda.example:3000',
    'ftp://tienda.example',
    'https://',
    'https://x.example/tienda',
  ])('%s is told at the start', (url) =>
    expect(() => shop(url)).toThrow('PUBLIC_URL tiene que ser una dirección http o https sin ruta'),
  )
})

describe('mail', () => {
  it.each([
    'smtp://smtp.example.com',
    'smtps://ana%40x.com:cl%2Fave@smtp.example.com:465',
    'smtp://[::1]:25?tls=0',
  ])('leaves by %s', (url) => expect(readConfig({ SMTP_URL: url }).smtpUrl).toBe(url))
  it.each([
    'smtp.example.com:587',
    'smtp://',
    'https://smtp.example.com',
    'smtp:a:oculto@h',
    'smtp://a:oculto%@h',
  ])('%s is no server, and told without its password', (url) =>
    expect(() => readConfig({ SMTP_URL: url })).toThrow(/^SMTP_URL tiene que ser smtp:(?!.*oculto)/),
  )

  it.each(['hola@copias.example', '"Copias, sur" <hola@copias.example>', 'Copias <hola@copias.example>'])(
    'is sent by %s',
    (from) => expect(readConfig({ MAIL_FROM: from }).mailFrom).toBe(from),
  )
  it.each(['Copias', 'Copias <copias.example>', 'a@copias.example, b@copias.example'])(
    '%s is no sender, and told at the start',
    (from) => expect(() => readConfig({ MAIL_FROM: from })).toThrow('MAIL_FROM'),
  )
})

it.each([
  [{ LOG_LEVEL: 'verbose' }, 'LOG_LEVEL es uno de trace, debug, info, warn, error, fatal o silent.'],
  [{ RECAPTCHA_VERIFY_URL: 'nada' }, 'RECAPTCHA_VERIFY_URL tiene que ser una dirección http o https.'],
  [{ DISK_RESERVE_MB: '-1' }, 'DISK_RESERVE_MB tiene que ser 0 o más.'],
  // Each would leave a shop that sells with simulated payments, or a switch where it was
  [{ NODE_ENV: 'prod' }, 'NODE_ENV es production, o nada para una tienda de prueba, no «prod».'],
  [{ NODE_ENV: 'Production' }, 'NODE_ENV es production'],
  [{ ALLOW_SIMULATED: 'true' }, 'ALLOW_SIMULATED es 1, o nada.'],
  [{ SERVICE_WORKER: 'no' }, 'SERVICE_WORKER es on u off.'],
])('%o is told at the start', (env, message) => expect(() => readConfig(env)).toThrow(message))

describe('the connections of a process', () => {
  it('are 20 by default', () => {
    expect(readConfig({}).databasePool).toBe(20)
    expect(readConfig({ DATABASE_POOL: '8' }).databasePool).toBe(8)
  })

  it.each([
    [{ DATABASE_POOL: '4' }, 'DATABASE_POOL tiene que ser un número de 5 a 80.'],
    [{ DATABASE_POOL: '81' }, 'DATABASE_POOL tiene que ser un número de 5 a 80.'],
    [
      { DATABASE_POOL: '501', DATABASE_URL: 'postgresql://a:b@c/d' },
      'DATABASE_POOL tiene que ser un número de 5 a 500.',
    ],
    [{ DATABASE_POOL: 'muchas' }, 'DATABASE_POOL tiene que ser un número entero'],
  ])('that would not do are refused at the start: %o', (env, message) =>
    expect(() => readConfig(env)).toThrow(message),
  )
})

describe('the store of files', () => {
  it('is this disk unless an address is configured', () => {
    expect(readConfig({}).storage).toBe(undefined)
    expect(
      readConfig({ STORAGE_URL: 's3://la%2Fclave:se%2Bcreto@host:9000/copias?region=sa-east-1&tls=0' })
        .storage,
    ).toEqual({
      endpoint: 'http://host:9000',
      bucket: 'copias',
      region: 'sa-east-1',
      credentials: { accessKeyId: 'la/clave', secretAccessKey: 'se+creto' },
    })
    expect(readConfig({ STORAGE_URL: 's3://a:b@s3.example.com/copias' }).storage).toMatchObject({
      endpoint: 'https://s3.example.com',
      region: 'us-east-1',
    })
  })

  it.each(['copias', 'https://a:b@host/copias', 's3://host/copias', 's3://a:b@host', 's3://a:b@host/x/y'])(
    '%s is none, and told without its secret',
    (url) => {
      expect(() => readConfig({ STORAGE_URL: url })).toThrow(/^STORAGE_URL tiene que ser s3:/)
    },
  )
})

describe('the nightly backup', () => {
  it('goes by default to DATA_DIR/respaldos at 4, and 7 days and 4 weeks are kept', () => {
    expect(readConfig({ DATA_DIR: '/datos' }).backup).toEqual({
      carpeta: '/datos/respaldos',
      hora: 4,
      guardar: { diarios: 7, semanales: 4 },
    })
    expect(readConfig({ BACKUP_DIR: '/otro', BACKUP_HOUR: '23', BACKUP_KEEP: '3,0' }).backup).toEqual({
      carpeta: '/otro',
      hora: 23,
      guardar: { diarios: 3, semanales: 0 },
    })
    expect(readConfig({ BACKUP_DIR: 'off' }).backup).toBeUndefined()
  })

  it('is copied to a folder, another machine, or a bucket, where it has a folder of its own', () => {
    const of = (BACKUP_COPY: string) => readConfig({ BACKUP_COPY }).backupCopy
    expect(readConfig({}).backupCopy).toBeUndefined()
    expect(of('/mnt/otro/disco')).toEqual({ tipo: 'carpeta', path: '/mnt/otro/disco' })
    const storage = { endpoint: 'http://host:9000', bucket: 'copias', region: 'sa-east-1' }
    expect(
      of('s3://la%2Fclave:se%2Bcreto@host:9000/copias/tienda/uno/?region=sa-east-1&tls=0'),
    ).toMatchObject({
      tipo: 's3',
      folder: 'tienda/uno',
      storage,
    })
    const hostkey = `SHA256:${'a'.repeat(43)}`
    expect(of(`sftp://ana:b@copia/r?hostkey=${hostkey}`)).toMatchObject({ tipo: 'sftp', port: 22, hostkey })
    expect(of('s3://a:b@host/copias')).toMatchObject({ folder: 'respaldos' })
  })

  it.each([
    [{ BACKUP_COPY: 's3://clave@host/copias' }, /^BACKUP_COPY: Una copia va a una carpeta/],
    [{ BACKUP_COPY: 'ftp://a:oculto@host/x' }, /^BACKUP_COPY: (?!.*oculto)/],
    [{ BACKUP_COPY: '"s3://a:oculto@h/x' }, /^BACKUP_COPY: (?!.*oculto)/],
    [{ BACKUP_COPY: './sftp://a:oculto@h/x' }, /^BACKUP_COPY: (?!.*oculto)/],
    [{ BACKUP_COPY: '1a:oculto@h' }, /^BACKUP_COPY: (?!.*oculto)/],
    [{ BACKUP_COPY: '/mnt/x', BACKUP_DIR: 'off' }, /^BACKUP_COPY no sirve con BACKUP_DIR=off/],
    [
      { BACKUP_COPY: 's3://a:b@h/uno/x', STORAGE_URL: 's3://c:d@h/uno' },
      /^BACKUP_COPY tiene que ser otro bucket/,
    ],
  ])('a copy that could not be is refused: %o', (env, message) =>
    expect(() => readConfig(env)).toThrow(message),
  )

  it.each([{ BACKUP_HOUR: '24' }, { BACKUP_HOUR: 'cuatro' }, { BACKUP_KEEP: '7' }])('%o is told', (env) =>
    expect(() => readConfig(env)).toThrow(/^BACKUP_/),
  )
})

describe('TRUST_PROXY', () => {
  it.each(['proxy', 'true', '10.0.0.0/33', '10.0.0.0/0', '::1/129', '10.0.0.1,', '10.0.0.1/8/8', '-1'])(
    '%s is told at the start',
    (setting) => expect(() => readConfig({ TRUST_PROXY: setting })).toThrow('TRUST_PROXY'),
  )
  it.each(['loopback, 10.0.0.0/8', 'fd00::/8,uniquelocal', '0', '::ffff:10.0.0.1'])(
    '%s can be used',
    (setting) =>
      expect(() => fastify({ trustProxy: readConfig({ TRUST_PROXY: setting }).trustProxy })).not.toThrow(),
  )

  const CLIENT = '198.51.100.7'
  it.each([
    ['no proxy is trusted by default', undefined, '127.0.0.1', CLIENT, '127.0.0.1'],
    ['one hop: what it wrote last counts', '1', '127.0.0.1', `6.6.6.6, ${CLIENT}`, CLIENT],
    ['two hops', '2', '127.0.0.1', `6.6.6.6, ${CLIENT}, 10.0.0.2`, CLIENT],
    ['an address', '127.0.0.1', '127.0.0.1', `6.6.6.6, ${CLIENT}`, CLIENT],
    ['an address, from elsewhere', '127.0.0.1', '203.0.113.9', CLIENT, '203.0.113.9'],
    ['networks', '10.0.0.0/8, 127.0.0.1', '127.0.0.1', `6.6.6.6, ${CLIENT}, 10.1.1.1`, CLIENT],
  ])('%s', async (_, setting, remoteAddress, forwarded, expected) => {
    const { trustProxy } = readConfig(setting === undefined ? {} : { TRUST_PROXY: setting })
    const app = fastify({ trustProxy })
    app.get('/', async ({ ip }) => ip)
    const { body } = await app.inject({ url: '/', remoteAddress, headers: { 'x-forwarded-for': forwarded } })
    expect(body).toBe(expected)
  })
})

it('the environment sets the maps where it names one of them', () => {
  expect(readConfig({}).mapasDeEntorno).toBe(false)
  for (const name of ['GEOCODER_URL', 'ROUTER_URL', 'MAP_TILES_URL'])
    expect(readConfig({ [name]: 'off' }).mapasDeEntorno, name).toBe(true)
})

it('a connection by the owner uses the real ARCA in production only, or the configured address', () => {
  const hosts = (env: NodeJS.ProcessEnv) =>
    Object.values(readConfig(env).arcaUrls).map(({ wsaaUrl }) => new URL(wsaaUrl).hostname)
  expect(hosts({})).toEqual(['wsaahomo.afip.gov.ar', 'wsaahomo.afip.gov.ar'])
  expect(hosts({ NODE_ENV: 'production' }).toSorted()).toEqual(['wsaa.afip.gov.ar', 'wsaahomo.afip.gov.ar'])
  expect(hosts({ NODE_ENV: 'production', ARCA_WSAA_URL: 'http://127.0.0.1:9/' })).toEqual([
    '127.0.0.1',
    '127.0.0.1',
  ])
})
