// What a printer can do, read from itself, and what a job must say to it.
import type { PerfilImpresora } from '@imprimitodo/shared/api/agente'
import { A4, HOJAS, isOfHoja, NOMBRES_HOJA, type NombreHoja } from '@imprimitodo/shared/rules/compra/hoja'
import type { Run } from '@imprimitodo/shared/rules/compra/paginas'
import { type Ficha, LADOS, ladoOf } from '@imprimitodo/shared/rules/taller/impresora'
import {
  type IppAttributes,
  type IppMember,
  type IppValue,
  ippNumberOf,
  ippTextOf,
  numbersOf,
  OPERATION,
  TAG,
  textsOf,
} from './model.ts'

export type Perfil = PerfilImpresora

/** The shop's limits: above them all that the agent reports in that call would be refused. */
const [MAX_UUID, MAX_TEXT] = [100, 200]

/** A name of paper that ends in its size (PWG 5101.1). Older names have none, and tell nothing of the shop's paper. */
const WITH_SIZE = /_\d[\d.]*x\d[\d.]*(?:mm|in)/

const saysSizes = (attributes: IppAttributes): boolean =>
  textsOf(attributes, 'media-supported').some((name) => WITH_SIZE.test(name))

/** A printer's words without characters that cannot be stored. */
export const plainText = (text: string): string =>
  text
    .replace(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, MAX_TEXT)
    .replace(/\p{Cs}/gu, '')

export function perfilOf(attributes: IppAttributes): Perfil {
  const operations = numbersOf(attributes, 'operations-supported')
  const modes = textsOf(attributes, 'print-color-mode-supported')
  const declared = textsOf(attributes, 'sides-supported')
  const media = textsOf(attributes, 'media-supported')
  const overrides = textsOf(attributes, 'overrides-supported')
  return {
    uuid:
      plainText(ippTextOf(attributes, 'printer-uuid') ?? '')
        .slice(0, MAX_UUID)
        .toWellFormed() || null,
    modelo: plainText(
      ippTextOf(attributes, 'printer-make-and-model') ?? ippTextOf(attributes, 'printer-info') ?? '',
    ),
    pdf: textsOf(attributes, 'document-format-supported').includes('application/pdf'),
    dos_pasos: [OPERATION.createJob, OPERATION.sendDocument].every((one) => operations.includes(one)),
    lados: LADOS.filter((side) => declared.includes(side)),
    color: attributes.get('color-supported')?.[0] === true || modes.includes('color'),
    copias_max: upperOf(attributes.get('copies-supported')?.[0]),
    copias: 'impresora',
    ppm: ippNumberOf(attributes, 'pages-per-minute'),
    ppm_color: ippNumberOf(attributes, 'pages-per-minute-color'),
    escala: textsOf(attributes, 'print-scaling-supported').includes('none'),
    color_por_pagina: OVERRIDES.every((one) => overrides.includes(one)),
    cuenta: attributes.get('job-account-id-supported')?.[0] === true,
    ...(saysSizes(attributes) && {
      hojas: NOMBRES_HOJA.filter((nombre) => media.includes(HOJAS[nombre].ipp)),
    }),
  }
}

/** The members of an override that are needed for the colour of single pages (PWG 5100.6, section 4.2). */
const OVERRIDES = ['pages', 'print-color-mode'] as const

/** A thermal printer reports nothing of itself: tickets only. */
export const TERMICA: Perfil = {
  uuid: null,
  modelo: 'Impresora de tickets (ESC/POS)',
  pdf: false,
  dos_pasos: false,
  lados: ['one-sided'],
  color: false,
  copias_max: 1,
  copias: 'impresora',
  ppm: null,
  ppm_color: null,
  escala: false,
  hojas: [],
}

/** A range, or its end alone. */
function upperOf(value: IppValue | undefined): number {
  if (typeof value === 'number') return value
  return typeof value === 'object' && value !== null && 'upper' in value && typeof value.upper === 'number'
    ? value.upper
    : 0
}

/**
 * Job attributes. Never `orientation-requested`: with a PDF some printers turn pages that are right already;
 * the pages come prepared and the edge says the rest. 'monochrome', not 'process-monochrome', which counts as
 * a colour click.
 */
export function jobAttributes(
  ficha: Ficha,
  perfil: Perfil,
  cuenta: string | null = null,
  attributes: IppAttributes = new Map(),
): IppMember[] {
  const copies = perfil.copias === 'impresora' ? ficha.copias : 1
  return [
    [TAG.integer, 'copies', copies],
    [TAG.keyword, 'sides', ladoOf(ficha)],
    [TAG.keyword, 'print-color-mode', ficha.color ? 'color' : 'monochrome'],
    [TAG.keyword, 'media', mediaOf(ficha.hoja ?? A4.nombre, attributes)],
    [TAG.keyword, 'multiple-document-handling', 'separate-documents-collated-copies'],
    ...(perfil.color_por_pagina && ficha.color && ficha.sin_color?.length
      ? [greyPages(ficha.sin_color)]
      : []),
    ...(perfil.cuenta && cuenta ? [[TAG.name, 'job-account-id', cuenta] as const] : []),
    ...(perfil.escala ? [[TAG.keyword, 'print-scaling', 'none'] as const] : []),
    ...against(attributes, copies),
  ]
}

/** Sets of sheets lie beside each other in the tray (PWG 5100.1): the sheets are as they were. */
const JOG_OFFSET = 14

type Plain = {
  tag: number
  name: string
  value: string | number
  /** Another value that does the same to the paper. */
  alike?: number
  /** Whether an order whose job cannot be kept from it has the wrong paper, instead of paper to be put in order. */
  spoils?: boolean
}

/** What no order asks for, and what a job has to say so that a printer does not do it by itself. */
const PLAIN: readonly Plain[] = [
  { tag: TAG.enum, name: 'finishings', value: 3, alike: JOG_OFFSET, spoils: true },
  { tag: TAG.integer, name: 'number-up', value: 1, alike: 0, spoils: true },
  { tag: TAG.keyword, name: 'job-sheets', value: 'none' },
  { tag: TAG.keyword, name: 'sheet-collate', value: 'collated' },
]

/** What is set at the printer for all jobs: staples, two pages on a side, a banner. */
const setAt = (attributes: IppAttributes): Plain[] =>
  PLAIN.filter(({ name, value, alike }) =>
    (attributes.get(`${name}-default`) ?? []).some((set) => set !== null && set !== value && set !== alike),
  )

/** Whether a job may ask for the plain value. A printer that does not list its values may take it. */
function isTaken({ name, value }: Plain, attributes: IppAttributes): boolean {
  const supported = (attributes.get(`${name}-supported`) ?? []).filter((one) => one !== null)
  return supported.length === 0 || supported.some((one) => one === value || isWithin(value, one))
}

const isWithin = (value: string | number, range: IppValue): boolean =>
  typeof value === 'number' &&
  typeof range === 'object' &&
  range !== null &&
  'lower' in range &&
  Number(range.lower) <= value &&
  value <= upperOf(range)

/**
 * Attributes against what is set for all jobs. Only where that is set, and would change this job: some printers refuse a
 * job for any attribute that they do not know.
 */
const against = (attributes: IppAttributes, copies: number): IppMember[] =>
  setAt(attributes)
    .filter((plain) => isTaken(plain, attributes) && (plain.name !== 'sheet-collate' || copies > 1))
    .map(({ tag, name, value }) => [tag, name, value])

/** Lists, in words for the clerk, what the printer does to every job and what spoils an order. */
export const fixedAt = (attributes: IppAttributes): string[] =>
  askedWordsOf(
    setAt(attributes)
      .filter((plain) => plain.spoils && !isTaken(plain, attributes))
      .map(({ name }) => name),
  )

/** A4 in IPP 1.1 (RFC 2911 appendix C): a printer of that time knows no other name. */
const OLD_A4 = 'iso-a4'

function mediaOf(nombre: NombreHoja, attributes: IppAttributes): string {
  const names = textsOf(attributes, 'media-supported')
  const { ipp } = HOJAS[nombre]
  return nombre === A4.nombre && !names.includes(ipp) && names.includes(OLD_A4) ? OLD_A4 : ipp
}

type Asked = {
  /** What was asked for, in words for the clerk. */
  texto: string
  /** The value that comes without being asked for. */
  byItself?: string | number
  /**
   * Whether the printer lists the values that it supports. A printer that lists none must ignore the attribute in every
   * job (RFC 8011 section 4.1.7), which then comes out as usual.
   */
  isListed?: (attributes: IppAttributes) => boolean
}

const ASKED: Record<string, Asked> = {
  copies: { texto: 'las copias', byItself: 1 },
  sides: { texto: 'la doble faz', byItself: 'one-sided' },
  'print-color-mode': {
    texto: 'el color',
    byItself: 'monochrome',
    isListed: (attributes) => textsOf(attributes, 'print-color-mode-supported').length > 0,
  },
  media: { texto: 'el papel', isListed: saysSizes },
  finishings: { texto: 'sin broches ni perforaciones' },
  'number-up': { texto: 'una página por cara' },
  'job-sheets': {
    texto: 'sin hojas de separación',
    isListed: (attributes) => attributes.has('job-sheets-supported'),
  },
  'sheet-collate': {
    texto: 'las copias ordenadas',
    isListed: (attributes) => attributes.has('sheet-collate-supported'),
  },
}

export const askedWordsOf = (names: readonly string[]): string[] =>
  names.flatMap((name) => ASKED[name]?.texto ?? [])

/**
 * Lists, in words for the clerk, what the printer with these attributes ignores in a job that it accepts, as far as
 * that changes the paper.
 */
export const leftOut = (
  asked: readonly IppMember[],
  ignored: IppAttributes,
  attributes: IppAttributes,
): string[] =>
  asked.flatMap(([, name, value]) => {
    const { texto, byItself, isListed } = ASKED[name] ?? {}
    if (!texto || !ignored.has(name) || value === byItself) return []
    return isListed?.(attributes) === false ? [] : [texto]
  })

/** Whether the sheet is in a tray. A printer that does not say, or not by sizes, is trusted. */
export function isLoaded(attributes: IppAttributes, nombre: NombreHoja): boolean {
  const hoja = HOJAS[nombre]
  const names = textsOf(attributes, 'media-ready')
  const sizes = (attributes.get('media-col-ready') ?? []).flatMap(sizeOf)
  if (names.length + sizes.length === 0 || !names.every((name) => WITH_SIZE.test(name))) return true
  return (
    names.some((name) => name.includes(hoja.ipp)) ||
    sizes.some(([width, height]) => isOfHoja(width, height, hoja))
  )
}

/** In mm; a printer counts in hundredths. */
function sizeOf(tray: IppValue): [width: number, height: number][] {
  const size = Object(Object(tray)['media-size']?.[0])
  const [width, height] = [size['x-dimension']?.[0], size['y-dimension']?.[0]]
  return typeof width === 'number' && typeof height === 'number' ? [[width / 100, height / 100]] : []
}

/**
 * The document's pages that must not count as a colour click. Their bytes are grey anyway: this is for
 * printers that go by the job's attributes.
 */
const greyPages = (runs: readonly Run[]): IppMember => [
  TAG.collection,
  'overrides',
  [
    [TAG.range, 'pages', runs.map(rangeOf)],
    [TAG.keyword, 'print-color-mode', 'monochrome'],
  ],
]

/** RFC 8010 section 3.9: two integers of four bytes. */
function rangeOf([from, to]: Run): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeInt32BE(from, 0)
  bytes.writeInt32BE(to, 4)
  return bytes
}
