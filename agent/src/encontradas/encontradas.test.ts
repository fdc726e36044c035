import { createSocket } from 'node:dgram'
import type { Encontrada } from '@imprimitodo/shared/api/agente'
import multicastDns, { type ResponsePacket } from 'multicast-dns'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startPrinter } from '../testing/printer.ts'
import { anunciosIn, createOidos, isOnLan, printable } from './anuncios.ts'
import { chooseEncontradas, findEncontradas } from './encontradas.ts'

type Records = ResponsePacket['answers']
const heard = (records: Records, de = '192.168.0.31') => records.map((record) => ({ de, record }))
const IPP = '_ipp._tcp.local'

type Told = { tipo?: string; port?: number; target?: string; address?: string; txt?: string[] }
/** A printer's answer. */
function announcement(nombre: string, told: Told = {}): Records {
  const { tipo = IPP, port = 631, target = `${nombre}.local`, address = '192.168.0.31', txt = [] } = told
  const name = `${nombre}.${tipo}`
  return [
    { type: 'PTR', name: tipo, data: name },
    { type: 'SRV', name, data: { target, port } },
    { type: 'TXT', name, data: txt.map((text) => Buffer.from(text)) },
    { type: 'A', name: target, data: address },
  ]
}

describe('the announcements in a network', () => {
  it('is read with its address, path and model', () => {
    const txt = ['rp=ipp/print', 'ty=Ricoh MP 5055', 'UUID=0D6F2F5E-1f8b-4d3a-9c70-000000000001', 'Color=F']
    expect(anunciosIn(heard(announcement('Ricoh MP 5055 v1.2', { txt })))).toEqual([
      {
        nombre: 'Ricoh MP 5055 v1.2',
        seguro: false,
        direccion: '192.168.0.31',
        puerto: 631,
        ruta: 'ipp/print',
        modelo: 'Ricoh MP 5055',
        uuid: '0d6f2f5e-1f8b-4d3a-9c70-000000000001',
      },
    ])
  })

  it('names are the same in capitals and in small letters', () => {
    const told = announcement('Kyocera').map((record) =>
      record.type === 'PTR' ? { ...record, name: IPP.toUpperCase(), data: `KYOCERA.${IPP}` } : record,
    ) as Records
    expect(anunciosIn(heard(told))).toHaveLength(1)
  })

  it.each<[string, Told & { nombre?: string }]>([
    ['a name with control characters', { nombre: 'Ricoh\u0000\u001b[2J' }],
    ['a name that turns the line around', { nombre: 'Ricoh\u202egpj' }],
    ['a name of 64 KB', { nombre: 'x'.repeat(65_536), target: 'x.local' }],
    ['no name', { nombre: '' }],
    ['an address outside', { address: '8.8.8.8' }],
    ['no address', { address: 'nada' }],
    ['port 0', { port: 0 }],
    ['a path without letters', { txt: ['rp=/'] }],
    ['a path that leads elsewhere', { txt: ['rp=x/../../\r\nHost: y'] }],
    ['a path of 10,000 letters', { txt: [`rp=${'x'.repeat(10_000)}`] }],
  ])('is left out with %s', (_, { nombre = 'Ricoh', ...told }) => {
    expect(anunciosIn(heard(announcement(nombre, told)))).toEqual([])
  })

  it('is cut where a model is too long, and dropped where it cannot be read', () => {
    const modelos = [`ty=${'R'.repeat(400)}`, `ty=${'R'.repeat(60_000)}`, 'ty=a\u0000b'].map(
      (text) => anunciosIn(heard(announcement('Ricoh', { txt: [text] })))[0]?.modelo,
    )
    expect(modelos).toEqual(['R'.repeat(200), '', ''])
  })

  it('is at most fifty printers, however many there are', () => {
    const flood = Array.from({ length: 3_000 }, (_, n) => announcement(`Impresora ${n}`)).flat()
    expect(anunciosIn(heard(flood)).length).toBeLessThanOrEqual(50)
    const pointers = flood.filter(({ type }) => type === 'PTR')
    expect(anunciosIn(heard(pointers))).toEqual([])
  })

  it('is read of every machine, although another one came first and announces hundreds', () => {
    // Each with an address of its own that the machine made up
    const flood = Array.from({ length: 300 }, (_, n) =>
      announcement(`AAA ${n}`, { address: `10.0.${Math.floor(n / 250)}.${(n % 250) + 1}` }),
    ).flat()
    const nombres = anunciosIn([
      ...heard(flood, '192.168.0.66'),
      ...heard(announcement('Ricoh'), '192.168.0.31'),
      ...heard(announcement('Kyocera', { address: '192.168.0.32' }), '192.168.0.32'),
    ]).map(({ nombre }) => nombre)
    expect(nombres).toHaveLength(50)
    expect(nombres).toEqual(expect.arrayContaining(['Ricoh', 'Kyocera']))
  })

  it('leads to the address of the machine that announced it, although another one speaks for it', () => {
    const told = announcement('Ricoh', { address: '192.168.0.31' })
    const false_ = announcement('Ricoh', { target: 'otra.local', address: '192.168.0.66' })
    const found = anunciosIn([...heard(false_, '192.168.0.66'), ...heard(told, '192.168.0.31')])
    expect(found.map(({ direccion }) => direccion).toSorted()).toEqual(['192.168.0.31', '192.168.0.66'])
  })

  it('is limited to a number of records of each machine, so that a later one has room', () => {
    const oidos = createOidos()
    oidos.keep('192.168.0.66', Array.from({ length: 3_000 }, (_, n) => announcement(`AAA ${n}`)).flat())
    oidos.keep('192.168.0.31', announcement('Ricoh'))
    expect(anunciosIn(oidos.all()).map(({ nombre }) => nombre)).toContain('Ricoh')
  })
})

describe('the twenty that the shop is told', () => {
  const perfil = (pdf: boolean) => ({ pdf, hojas: [], lados: [] }) as unknown as Encontrada['perfil']
  const found = (address: string, n: number, can: 'pdf' | 'other' | 'nothing'): Encontrada => ({
    uri: `ipp://${address}:631/ipp/${n}`,
    nombre: `${address} ${String(n).padStart(3, '0')}`,
    modelo: '',
    perfil: can === 'nothing' ? null : perfil(can === 'pdf'),
  })
  const many = (address: string, can: 'pdf' | 'other' | 'nothing', length = 40) =>
    Array.from({ length }, (_, n) => found(address, n, can))

  it('include one of each address before a second of any', () => {
    const chosen = chooseEncontradas([
      ...many('10.0.0.66', 'pdf'),
      found('192.168.0.31', 1, 'pdf'),
      found('192.168.0.32', 1, 'pdf'),
    ])
    expect(chosen).toHaveLength(20)
    const addresses = chosen.map(({ uri }) => new URL(uri.replace('ipp:', 'http:')).hostname)
    expect(addresses).toEqual(expect.arrayContaining(['192.168.0.31', '192.168.0.32']))
  })

  it('include those that can be used before those that only announce themselves', () => {
    const silent = Array.from({ length: 40 }, (_, n) => found(`10.0.0.${n + 1}`, 1, 'nothing'))
    const chosen = chooseEncontradas([
      ...silent,
      found('10.0.1.1', 1, 'other'),
      ...many('192.168.0.31', 'pdf', 3),
    ])
    expect(chosen.filter(({ perfil }) => perfil?.pdf)).toHaveLength(3)
    expect(chosen.filter(({ perfil }) => perfil)).toHaveLength(4)
    expect(chosen).toHaveLength(20)
  })

  it('are the same in the same order, however they were heard', () => {
    const all = [...many('10.0.0.66', 'pdf'), ...many('192.168.0.31', 'pdf'), found('10.0.0.1', 1, 'nothing')]
    expect(chooseEncontradas(all.toReversed())).toEqual(chooseEncontradas(all))
  })
})

it.each([
  ['10.1.2.3', true],
  ['172.16.0.1', true],
  ['172.32.0.1', false],
  ['192.168.255.1', true],
  ['192.169.0.1', false],
  ['169.254.7.7', true],
  ['127.0.0.1', true],
  ['8.8.8.8', false],
  ['::1', false],
  ['192.168.0.1.example', false],
])('%s is of the branch: %s', (address, isOne) => {
  expect(isOnLan(address)).toBe(isOne)
})

it('a text from a stranger is shown only where all of it is printable', () => {
  expect(printable('  Láser color — 2º piso ', 63)).toBe('Láser color — 2º piso')
  expect(printable('\ufffd\ufffd', 63)).toBe('')
  expect(printable('Ricoh 🖨', 7)).toBe('Ricoh ')
})

/** Through this computer's loopback interface alone, and only what is sent to the group. */
const LOOPBACK = { interface: '127.0.0.1', bind: '224.0.0.251' }

/** A free port: the tests do not use the network's own 5353. */
async function freeUdpPort(): Promise<number> {
  const socket = createSocket('udp4')
  await new Promise<void>((done) => socket.bind(0, '127.0.0.1', done))
  const { port } = socket.address()
  await new Promise<void>((done) => socket.close(() => done()))
  return port
}

/** Answers as a printer does, on loopback alone. */
async function announcer(records: Records) {
  const port = await freeUdpPort()
  const mdns = multicastDns({ port, ...LOOPBACK })
  onTestFinished(() => new Promise<void>((done) => mdns.destroy(() => done())))
  mdns.on('query', ({ questions }) => {
    const asked = questions.map(({ name }) => name)
    const answers = records.filter(({ type, name }) => type === 'PTR' && asked.includes(name))
    if (answers.length > 0)
      mdns.respond({ answers, additionals: records.filter(({ type }) => type !== 'PTR') })
  })
  await new Promise<void>((done) => mdns.once('ready', () => done()))
  return { port, ...LOOPBACK, lookMs: 1_000 }
}

describe('looking around on loopback', () => {
  it('finds a printer, asks it for its abilities, and offers it once although it announces two kinds', async () => {
    const printer = await startPrinter()
    onTestFinished(() => printer.close())
    const { port, pathname } = new URL(printer.uri.replace('ipp:', 'http:'))
    const own = { address: '127.0.0.1', port: Number(port) }
    const txt = [`rp=${pathname.slice(1)}`, 'ty=Copiadora', 'UUID=11111111-2222-3333-4444-555555555555']
    const network = await announcer([
      ...announcement('Mostrador', { ...own, txt }),
      // It announces TLS and does not speak it
      ...announcement('Mostrador', { ...own, txt, tipo: '_ipps._tcp.local' }),
      ...announcement('Apagada', { address: '127.0.0.1', port: 1 }),
    ])
    const found = await findEncontradas(AbortSignal.timeout(20_000), network)
    expect(found).toEqual([
      { uri: 'ipp://127.0.0.1:1/ipp/print', nombre: 'Apagada', modelo: '', perfil: null },
      {
        uri: `ipp://127.0.0.1:${port}${pathname}`,
        nombre: 'Mostrador',
        modelo: 'Copiadora',
        perfil: expect.objectContaining({ pdf: true, dos_pasos: true }),
      },
    ])
    // A printer of the shop is not told again, by whichever of its two types it was added: the page would not
    // offer it
    const others = await findEncontradas(AbortSignal.timeout(20_000), network, [
      `ipps://127.0.0.1:${port}${pathname}`,
    ])
    expect(others.map(({ nombre }) => nombre)).toEqual(['Apagada'])
  })

  it('finds none in a network without any; bytes that are no DNS message stop nothing', async () => {
    const port = await freeUdpPort()
    const noise = createSocket({ type: 'udp4', reuseAddr: true })
    onTestFinished(() => void noise.close())
    await new Promise<void>((done) => noise.bind(0, '127.0.0.1', done))
    noise.setMulticastInterface('127.0.0.1')
    const timer = setInterval(() => noise.send(Buffer.alloc(2_000, 0xff), port, '224.0.0.251'), 20)
    onTestFinished(() => clearInterval(timer))
    expect(await findEncontradas(AbortSignal.timeout(20_000), { port, ...LOOPBACK, lookMs: 300 })).toEqual([])
  })

  it('ends at once when the agent ends', async () => {
    const port = await freeUdpPort()
    // Would look for an hour
    await findEncontradas(AbortSignal.timeout(100), { port, ...LOOPBACK, lookMs: 3600_000 })
  })
})
