// Which printers of the network the shop could use: those that announce themselves, each asked what it can do.
import type { Encontrada } from '@imprimitodo/shared/api/agente'
import { placeOfImpresora } from '@imprimitodo/shared/rules/taller/impresora'
import { perfilOf } from '../ipp/perfil.ts'
import { createPrinter } from '../ipp/printer.ts'
import { type Anuncio, byTurns, type LookOptions, lookForAnuncios, MAX_TEXT, printable } from './anuncios.ts'

const MAX = 20
const ASK_MS = 5_000

/**
 * Finds the printers of the network, each with the name that it announces, and with its profile if it answers.
 * @param propias addresses of the shop's printers: these are left out, and do not count towards the limit
 */
export async function findEncontradas(
  signal: AbortSignal,
  options?: LookOptions,
  propias: readonly string[] = [],
): Promise<Encontrada[]> {
  const own = new Set(propias.map(placeOfImpresora))
  const anuncios = (await lookForAnuncios(signal, options)).filter(
    (anuncio) => !own.has(placeOfImpresora(uriOf(anuncio))),
  )
  if (signal.aborted) return []
  const groups = [...Map.groupBy(anuncios, keyOf).values()]
  return chooseEncontradas(await Promise.all(groups.map(ask)))
}

/**
 * The printers that the shop is told. Any machine of the network may announce many, so one of each address
 * comes before a second of any, and usable ones before all others.
 */
export function chooseEncontradas(found: readonly Encontrada[]): Encontrada[] {
  const ordered = found.toSorted(byNombre)
  const ranks = [ordered.filter(isUsable), ordered.filter(isOther), ordered.filter(({ perfil }) => !perfil)]
  return ranks
    .flatMap((rank) => byTurns(rank, ({ uri }) => addressOf(uri)))
    .slice(0, MAX)
    .toSorted(byNombre)
}

const isUsable = ({ perfil }: Encontrada): boolean => perfil?.pdf === true
const isOther = ({ perfil }: Encontrada): boolean => perfil !== null && !perfil.pdf
const byNombre = (a: Encontrada, b: Encontrada): number =>
  a.nombre.localeCompare(b.nombre) || a.uri.localeCompare(b.uri)
const addressOf = (uri: string): string => placeOfImpresora(uri).split(':')[0] ?? ''

/**
 * A printer that announces both types is one printer. The same name at another address is another printer.
 */
const keyOf = ({ uuid, direccion, nombre }: Anuncio): string => `${direccion} ${uuid ?? nombre}`

/** Asks over TLS first, then without: many printers announce TLS and speak only a version of it that is refused today. */
async function ask(anuncios: Anuncio[]): Promise<Encontrada> {
  const [first, ...others] = anuncios.toSorted((a, b) => Number(b.seguro) - Number(a.seguro))
  if (!first) throw new Error('ask: a printer without an announcement')
  for (const anuncio of [first, ...others]) {
    const perfil = await perfilAt(uriOf(anuncio))
    if (perfil) return encontradaOf(anuncio, perfil)
  }
  return encontradaOf(others.find(({ seguro }) => !seguro) ?? first, null)
}

const encontradaOf = (anuncio: Anuncio, perfil: Encontrada['perfil']): Encontrada => ({
  uri: uriOf(anuncio),
  nombre: anuncio.nombre,
  modelo: anuncio.modelo || printable(perfil?.modelo ?? '', MAX_TEXT),
  perfil,
})

const uriOf = ({ seguro, direccion, puerto, ruta }: Anuncio): string =>
  `${seguro ? 'ipps' : 'ipp'}://${direccion}:${puerto}/${ruta}`

/**
 * Reads only, and accepts any certificate: nothing of the shop's is sent, and the owner has not chosen it
 * yet.
 */
async function perfilAt(uri: string): Promise<Encontrada['perfil']> {
  try {
    const clocks = { connectMs: ASK_MS, idleMs: ASK_MS, totalMs: 2 * ASK_MS }
    return perfilOf(await createPrinter({ uri, trusts: () => true }, clocks).attributes())
  } catch {
    return null
  }
}
