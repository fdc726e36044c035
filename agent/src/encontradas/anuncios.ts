// Printers that announce themselves in the branch's network (DNS-SD over mDNS, RFC 6762 and 6763). Any
// machine of that network can announce anything: number and length of what is kept are bounded, and a person chooses.
import { isIPv4 } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import multicastDns, { type Options, type ResponsePacket } from 'multicast-dns'

type Answer = ResponsePacket['answers'][number]

/** Those of one type; `seguro`: over TLS. */
const TIPOS = [
  { nombre: '_ipps._tcp.local', seguro: true },
  { nombre: '_ipp._tcp.local', seguro: false },
] as const

/** A printer's word about itself. */
export type Anuncio = {
  /** As its panel or its owner calls it. */
  nombre: string
  seguro: boolean
  /** Of this network; IPv4. */
  direccion: string
  puerto: number
  /** Path of the printer, without its first slash. */
  ruta: string
  modelo: string
  uuid: string | null
}

const MAX_RECORDS = 1_000
const MAX_PRINTERS = 50
const MAX_NAME = 63
export const MAX_TEXT = 200
const LOOK_MS = 4_000

export type LookOptions = Pick<Options, 'port' | 'bind' | 'interface'> & { lookMs?: number }

/** Asks once, listens for some seconds. Without a network: none. */
export async function lookForAnuncios(
  signal: AbortSignal,
  { lookMs = LOOK_MS, ...options }: LookOptions = {},
): Promise<Anuncio[]> {
  const records: Answer[] = []
  // Bound to one card's address a socket hears nothing that was sent to the group
  const mdns = multicastDns({ bind: '0.0.0.0', ...options })
  const failed = new AbortController()
  // No port, no interface, or bytes that are no DNS: the next round asks again
  mdns.on('error', () => failed.abort())
  mdns.on('warning', () => {})
  mdns.on('response', ({ answers, additionals }: ResponsePacket) => {
    const room = MAX_RECORDS - records.length
    records.push(...[...answers, ...additionals].filter(isUseful).slice(0, room))
  })
  const pause = (ms: number) =>
    sleep(ms, undefined, { signal: AbortSignal.any([signal, failed.signal]) }).catch(() => {})
  const ask = () => mdns.query(TIPOS.map(({ nombre }) => ({ name: nombre, type: 'PTR' as const })))
  ask()
  await pause(lookMs / 2)
  // A packet is lost now and then, and some answer the names alone
  if (!signal.aborted && !failed.signal.aborted) {
    ask()
    const missing = missingIn(records)
    if (missing.length > 0) mdns.query(missing)
  }
  await pause(lookMs / 2)
  await new Promise<void>((done) => mdns.destroy(() => done()))
  return anunciosIn(records)
}

const KINDS = ['PTR', 'SRV', 'TXT', 'A']
const isUseful = ({ type, name }: Answer): boolean => KINDS.includes(type) && name.length <= 255

/** Names in DNS are the same in capitals. */
const same = (name: string) => name.toLowerCase()

function namesIn(records: readonly Answer[]): { instance: string; tipo: string; seguro: boolean }[] {
  const found = new Map<string, { instance: string; tipo: string; seguro: boolean }>()
  for (const record of records) {
    if (record.type !== 'PTR' || found.size >= MAX_PRINTERS) continue
    const tipo = TIPOS.find(({ nombre }) => nombre === same(record.name))
    if (tipo) found.set(same(record.data), { instance: record.data, tipo: tipo.nombre, seguro: tipo.seguro })
  }
  return [...found.values()]
}

/** What has to be asked for by name. */
function missingIn(records: readonly Answer[]) {
  const has = new Set(records.map(({ type, name }) => `${type} ${same(name)}`))
  return namesIn(records).flatMap(({ instance }) =>
    (['SRV', 'TXT'] as const)
      .filter((type) => !has.has(`${type} ${same(instance)}`))
      .map((type) => ({ name: instance, type })),
  )
}

/** One for each name that is whole and leads to this network. */
export function anunciosIn(records: readonly Answer[]): Anuncio[] {
  const byName = new Map<string, Answer[]>()
  for (const record of records.slice(0, MAX_RECORDS)) {
    const key = `${record.type} ${same(record.name)}`
    byName.set(key, [...(byName.get(key) ?? []), record])
  }
  const of = (type: string, name: string) => byName.get(`${type} ${same(name)}`) ?? []
  return namesIn(records).flatMap(({ instance, tipo, seguro }) => {
    const nombre = printable(instance.slice(0, -tipo.length - 1), MAX_NAME)
    const srv = of('SRV', instance)[0]
    if (!nombre || srv?.type !== 'SRV') return []
    const { target, port } = srv.data
    const direccion = of('A', target)
      .map((record) => (record.type === 'A' ? record.data : ''))
      .find(isNear)
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

/** Its keys in small letters. */
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

/** A text of a stranger, for a person to read: '' where it has what cannot be printed, or is too long to be a name. */
export function printable(text: string, max: number): string {
  if (text.length > max * 4 || /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}\uFFFD]/u.test(text)) return ''
  return withoutHalf(text.trim().slice(0, max))
}

/** A cut goes through letters of two units, and a database takes no half of one. */
const withoutHalf = (text: string): string => text.replace(/\p{Cs}/gu, '')

/** Whether an address is private or this computer's (RFC 1918, 3927). Announcements of others are ignored. */
export function isNear(address: string): boolean {
  if (!isIPv4(address)) return false
  const [a = 0, b = 0] = address.split('.').map(Number)
  if (a === 10 || a === 127) return true
  if (a === 172) return b >= 16 && b <= 31
  return (a === 192 && b === 168) || (a === 169 && b === 254)
}
