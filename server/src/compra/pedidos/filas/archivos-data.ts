import type { Rechazo } from '@imprimitodo/shared/rules/base/rechazo'
import {
  ARCHIVO_REPETIDO,
  cleanNombre,
  DEFAULT_OPCIONES,
  GRUPOS,
  isCopias,
  MAX_COPIAS,
  type Opciones,
} from '@imprimitodo/shared/rules/compra/archivo'
import { NOMBRES_HOJA } from '@imprimitodo/shared/rules/compra/hoja'
import { POR_CARILLA, type PorCarilla, readRango } from '@imprimitodo/shared/rules/compra/paginas'
import { Refusal } from '../../../base/http/errors.ts'

/** Files of one order: each costs a part, a row and several readings. */
const MAX_ARCHIVOS = 1_000
/** File systems allow 255 at most. */
const MAX_NOMBRE = 500
/** Composing accents shortens a text to a third at most, and costs the square of a text of accents only. */
const MAX_NOMBRE_SENT = 3 * MAX_NOMBRE

/** An entry of `archivos_data`. With `subida` its bytes are on the server already: no part comes with it. */
export type ArchivoPedido = Opciones & { nombre: string; subida: string | null }

export const refuseArchivos = (messages: string[], codigo: Rechazo = 'archivo_rechazado') =>
  new Refusal(400, { archivos: messages }, { codigo })
export const refuseMissing = (faltan: string[]) =>
  new Refusal(
    409,
    { detail: 'Hay archivos que ya no están en el servidor. Volvé a subirlos.', faltan },
    { codigo: 'faltan_archivos' },
  )

/**
 * Reads `archivos_data`: 0/1 or booleans, integers or digits, the default options for absent keys,
 * unknown keys ignored. @throws Refusal 400 {archivos: [...]}, one message per problem, naming the file.
 */
export function parseArchivosData(text: string | undefined): ArchivoPedido[] {
  if (text === undefined) throw refuseArchivos(['Faltan los datos de los archivos.'])
  let list: unknown
  try {
    list = JSON.parse(text)
  } catch {
    throw refuseArchivos(['Los datos de los archivos no se entienden.'])
  }
  if (!Array.isArray(list)) throw refuseArchivos(['Los datos de los archivos no se entienden.'])
  if (list.length === 0) throw refuseArchivos(['Subí al menos un archivo antes de continuar.'])
  if (list.length > MAX_ARCHIVOS)
    throw refuseArchivos([`Son demasiados archivos: mandá hasta ${MAX_ARCHIVOS} por pedido.`])
  const problems: string[] = []
  const pedidas = list.map((entry) => parseEntry(entry, problems))
  const seen = new Set<string>()
  for (const { nombre } of pedidas) {
    if (nombre && seen.has(nombre)) problems.push(`«${nombre}»: ${ARCHIVO_REPETIDO}`)
    seen.add(nombre)
  }
  if (problems.length > 0) throw refuseArchivos(problems)
  return pedidas
}

function parseEntry(entry: unknown, problems: string[]): ArchivoPedido {
  const fields: Record<string, unknown> = typeof entry === 'object' && entry !== null ? { ...entry } : {}
  const nombre = readNombre(fields.nombre)
  if (!nombre) problems.push('Hay un archivo sin nombre.')
  else if (nombre.length > MAX_NOMBRE)
    problems.push(`«${nombre.slice(0, 60).toWellFormed()}…»: el nombre es demasiado largo`)
  const read = <T>(
    field: string,
    fallback: T,
    accept: (value: unknown) => T | undefined,
    expected: string,
  ): T => {
    const value = fields[field]
    if (value === undefined || value === null) return fallback
    const accepted = accept(value)
    if (accepted === undefined) problems.push(`«${nombre}»: ${expected}`)
    return accepted ?? fallback
  }
  const rango = rangoOf(fields.rango ?? null)
  if (rango && 'problem' in rango) problems.push(`«${nombre}»: ${rango.problem}`)
  const oneOf =
    <T extends string>(...options: T[]) =>
    (value: unknown) =>
      options.find((option) => option === value)
  return {
    nombre,
    subida: read(
      'subida',
      null,
      (value) => (typeof value === 'string' && SUBIDA.test(value) ? value : undefined),
      'la subida no es válida',
    ),
    grupo: read('grupo', DEFAULT_OPCIONES.grupo, oneOf('default', ...GRUPOS), 'el grupo no existe'),
    doble_faz: read('doble_faz', DEFAULT_OPCIONES.doble_faz, flag, 'elegí simple o doble faz'),
    anillado: read('anillado', DEFAULT_OPCIONES.anillado, flag, 'elegí con o sin anillado'),
    orientacion: read(
      'orientacion',
      DEFAULT_OPCIONES.orientacion,
      oneOf('vertical', 'horizontal'),
      'la orientación es vertical u horizontal',
    ),
    color: read(
      'color',
      DEFAULT_OPCIONES.color,
      oneOf('color', 'blanco y negro'),
      'el color es «color» o «blanco y negro»',
    ),
    duplicado: read(
      'duplicado',
      DEFAULT_OPCIONES.duplicado,
      copias,
      `las copias son un número entero de 1 a ${MAX_COPIAS}`,
    ),
    rango: rango && 'rango' in rango ? rango.rango : null,
    por_carilla: read(
      'por_carilla',
      DEFAULT_OPCIONES.por_carilla,
      porCarilla,
      `las páginas por carilla son ${POR_CARILLA.join(', ').replace(/, (\d)$/, ' o $1')}`,
    ),
    hoja: read(
      'hoja',
      DEFAULT_OPCIONES.hoja,
      oneOf(...NOMBRES_HOJA),
      `la hoja es ${NOMBRES_HOJA.join(', ').replace(/, (\w+)$/, ' o $1')}`,
    ),
  }
}

/** An id of ours (newContenidoId), before it becomes a path or a key. */
const SUBIDA = /^[\w-]{1,64}$/

/** Empty for a missing name, or one with a character that file systems or the database cannot store. */
function readNombre(value: unknown): string {
  if (typeof value !== 'string' || value.includes('\0')) return ''
  if (value.length > MAX_NOMBRE_SENT) return value
  return cleanNombre(value.toWellFormed())
}

function flag(value: unknown): boolean | undefined {
  if (value === true || value === 1 || value === '1') return true
  return value === false || value === 0 || value === '0' ? false : undefined
}

const numberOf = (value: unknown) =>
  typeof value === 'string' && /^\d+$/.test(value.trim()) ? Number(value) : value

function copias(value: unknown): number | undefined {
  const number = numberOf(value)
  return typeof number === 'number' && isCopias(number) ? number : undefined
}

function porCarilla(value: unknown): PorCarilla | undefined {
  const number = numberOf(value)
  return POR_CARILLA.find((known) => known === number)
}

/** Whether the file has these pages is checked once it was counted. */
function rangoOf(value: unknown): ReturnType<typeof readRango> | null {
  return value === null ? null : readRango(typeof value === 'string' ? value : '')
}
