// Which printers of the network the shop could use: those that announce themselves, each asked what it can do.
import type { Encontrada } from '@imprimitodo/shared/api/agente'
import { perfilOf } from '../ipp/perfil.ts'
import { createPrinter } from '../ipp/printer.ts'
import { type Anuncio, type LookOptions, lookForAnuncios, MAX_TEXT, printable } from './anuncios.ts'

const MAX = 20
const ASK_MS = 5_000

/** One for each printer, by its own name for itself; with its profile where it answers. */
export async function findEncontradas(signal: AbortSignal, options?: LookOptions): Promise<Encontrada[]> {
  const anuncios = await lookForAnuncios(signal, options)
  const groups = [...Map.groupBy(anuncios, keyOf).values()].slice(0, MAX)
  if (signal.aborted) return []
  const found = await Promise.all(groups.map(ask))
  return found.toSorted((a, b) => a.nombre.localeCompare(b.nombre))
}

/** A printer that announces both kinds is one printer. */
const keyOf = ({ uuid, direccion, nombre }: Anuncio): string => uuid ?? `${direccion} ${nombre}`

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

/** Reads only, and believes any certificate: nothing of the shop's is told, and the owner has not chosen it yet. */
async function perfilAt(uri: string): Promise<Encontrada['perfil']> {
  try {
    const clocks = { connectMs: ASK_MS, idleMs: ASK_MS, totalMs: 2 * ASK_MS }
    return perfilOf(await createPrinter({ uri, trusts: () => true }, clocks).attributes())
  } catch {
    return null
  }
}
