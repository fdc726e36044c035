// Printers that announce themselves in the branch's network (DNS-SD over mDNS, RFC 6762 and 6763). Any
// machine of that network can announce anything: number and length of what is kept are bounded, and a person chooses.
import type { RemoteInfo } from 'node:dgram'
import { isIPv4 } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import multicastDns, { type Options, type ResponsePacket } from 'multicast-dns'

type Answer = ResponsePacket['answers'][number]

/** Service types of IPP printers; `seguro`: over TLS. */
const TIPOS = [
  { nombre: '_ipps._tcp.local', seguro: true },
  { nombre: '_ipp._tcp.local', seguro: false },
] as const

/** A printer's announcement. */
export type Anuncio = {
  /** The name that its panel or its owner gave it. */
  nombre: string
  seguro: boolean
  /** An IPv4 address of this network. */
  direccion: string
  puerto: number
  /** Path of the printer, without its first slash. */
  ruta: string
  modelo: string
  uuid: string | null
}

/** The most records of all machines, and of one: a machine that sends thousands leaves room for the others. */
const [MAX_RECORDS, MAX_OF_ONE] = [2_000, 300]
const MAX_PRINTERS = 50
const MAX_NAME = 63
export const MAX_TEXT = 200
const LOOK_MS = 4_000

export type LookOptions = Pick<Options, 'port' | 'bind' | 'interface'> & { lookMs?: number }

/** A record, with the address of the machine that sent it. */
export type Oido = { de: string; record: Answer }

/** Keeps what was heard, up to its bounds. */
export function createOidos() {
  const oidos: Oido[] = []
  const byMachine = new Map<string, number>()
  return {
    all: (): readonly Oido[] => oidos,
    keep(de: string, records: readonly Answer[]): void {
      const kept = byMachine.get(de) ?? 0
      const room = Math.min(MAX_OF_ONE - kept, MAX_RECORDS - oidos.length)
      const taken = records.filter(isUseful).slice(0, room)
      oidos.push(...taken.map((record) => ({ de, record })))
      byMachine.set(de, kept + taken.length)
    },
  }
}

/**
 * Sorts the items by turns: the first item of each owner, then the second of each, and so on, so that a machine with
 * many names does not push out the others. Within a turn they stay in their order.
 */
export function byTurns<One>(all: readonly One[], ownerOf: (one: One) => string): One[] {
  const taken = new Map<string, number>()
  const turns = all.map((one) => {
    const turn = taken.get(ownerOf(one)) ?? 0
    taken.set(ownerOf(one), turn + 1)
    return { one, turn }
  })
  return turns.toSorted((a, b) => a.turn - b.turn).map(({ one }) => one)
}

/** Asks once, listens for some seconds. Without a network it finds none. */
export async function lookForAnuncios(
  signal: AbortSignal,
  { lookMs = LOOK_MS, ...options }: LookOptions = {},
): Promise<Anuncio[]> {
  const oidos = createOidos()
  // A socket that is bound to one card's address does not hear what is sent to the group
  const mdns = multicastDns({ bind: '0.0.0.0', ...options })
  const failed = new AbortController()
  // No port, no interface, or bytes that are no DNS message: the next round asks again
  mdns.on('error', () => failed.abort())
  mdns.on('warning', () => {})
  mdns.on('response', ({ answers, additionals }: ResponsePacket, { address }: RemoteInfo) =>
    oidos.keep(address, [...answers, ...additionals]),
  )
  const pause = (ms: number) =>
    sleep(ms, undefined, { signal: AbortSignal.any([signal, failed.signal]) }).catch(() => {})
  const ask = () => mdns.query(TIPOS.map(({ nombre }) => ({ name: nombre, type: 'PTR' as const })))
  ask()
  await pause(lookMs / 2)
  // A packet is lost now and then, and some printers answer with their names alone
  if (!signal.aborted && !failed.signal.aborted) {
    ask()
    const missing = missingIn(oidos.all())
    if (missing.length > 0) mdns.query(missing)
  }
  await pause(lookMs / 2)
  await new Promise<void>((done) => mdns.destroy(() => done()))
  return anunciosIn(oidos.all())
}

const KINDS = ['PTR', 'SRV', 'TXT', 'A']
const isUseful = ({ type, name }: Answer): boolean => KINDS.includes(type) && name.length <= 255

/** DNS names are compared without case. */
const same = (name: string) => name.toLowerCase()

type Name = { instance: string; tipo: string; seguro: boolean; de: string }

/** Each machine's names in alphabetical order, so that the same ones are read each time. */
function namesIn(oidos: readonly Oido[]): Name[] {
  const found = new Map<string, Name>()
  for (const { de, record } of oidos) {
    if (record.type !== 'PTR') continue
    const tipo = TIPOS.find(({ nombre }) => nombre === same(record.name))
    const instance = record.data
    if (tipo) found.set(`${de} ${same(instance)}`, { instance, tipo: tipo.nombre, seguro: tipo.seguro, de })
  }
  const names = [...found].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, name]) => name)
  return byTurns(names, ({ de }) => de).slice(0, MAX_PRINTERS)
}

/** Records that have to be asked for by name. */
function missingIn(oidos: readonly Oido[]) {
  const has = new Set(oidos.map(({ record: { type, name } }) => `${type} ${same(name)}`))
  return namesIn(oidos).flatMap(({ instance }) =>
    (['SRV', 'TXT'] as const)
      .filter((type) => !has.has(`${type} ${same(instance)}`))
      .map((type) => ({ name: instance, type })),
  )
}

/** One announcement for each name of each machine whose records are complete and lead to this network. */
export function anunciosIn(oidos: readonly Oido[]): Anuncio[] {
  const byName = Map.groupBy(oidos, ({ record: { type, name } }) => `${type} ${same(name)}`)
  return namesIn(oidos).flatMap(({ instance, tipo, seguro, de }) => {
    /** A machine's own record counts before one that another machine sent in its name. */
    const of = (type: string, name: string) =>
      (byName.get(`${type} ${same(name)}`) ?? [])
        .toSorted((a, b) => Number(b.de === de) - Number(a.de === de))
        .map(({ record }) => record)
    const nombre = printable(instance.slice(0, -tipo.length - 1), MAX_NAME)
    const srv = of('SRV', instance)[0]
    if (!nombre || srv?.type !== 'SRV') return []
    const { target, port } = srv.data
    const direccion = of('A', target)
      .map((record) => (record.type === 'A' ? record.data : ''))
      .find(isOnLan)
    if (!direccion || port < 1 || port > 65_535) return []
    const txt = textsOf(of('TXT', instance)[0])
    const ruta = (txt.get('rp') ?? 'ipp/print').replace(/^\//, '')
    if (!/^[\w./~-]{1,100}$/.test(ruta)) return []
    return [
      {
        nombre,
        seguro,
        direccion,
        puerto: port,
        ruta,
        modelo: printable(txt.get('ty') ?? '', MAX_TEXT),
        uuid: uuidOf(txt.get('uuid')),
      },
    ]
  })
}

const uuidOf = (text = ''): string | null => (/^[\w:-]{8,80}$/.test(text) ? same(text) : null)

/** Keys in lower case. */
function textsOf(record: Answer | undefined): Map<string, string> {
  const texts = new Map<string, string>()
  if (record?.type !== 'TXT') return texts
  for (const bytes of [record.data].flat()) {
    const text = bytes.toString('utf8')
    const at = text.indexOf('=')
    if (at > 0 && !texts.has(same(text.slice(0, at)))) texts.set(same(text.slice(0, at)), text.slice(at + 1))
  }
  return texts
}

/**
 * A text from a stranger, for a person to read: '' if it has unprintable characters or is too long to be a
 * name.
 */
export function printable(text: string, max: number): string {
  if (text.length > max * 4 || /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}\uFFFD]/u.test(text)) return ''
  return withoutHalf(text.trim().slice(0, max))
}

/** Drops half surrogate pairs, which a cut can leave and no database takes. */
const withoutHalf = (text: string): string => text.replace(/\p{Cs}/gu, '')

/**
 * Whether an address is private or this computer's (RFC 1918, 3927). Announcements of other addresses are
 * ignored.
 */
export function isOnLan(address: string): boolean {
  if (!isIPv4(address)) return false
  const [a = 0, b = 0] = address.split('.').map(Number)
  if (a === 10 || a === 127) return true
  if (a === 172) return b >= 16 && b <= 31
  return (a === 192 && b === 168) || (a === 169 && b === 254)
}
