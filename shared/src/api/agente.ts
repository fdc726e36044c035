import * as z from 'zod'
import { NOMBRES_HOJA } from '../rules/compra/hoja.ts'
import { FASES } from '../rules/taller/impresion.ts'
import { LADOS } from '../rules/taller/impresora.ts'
import { PLATAFORMAS } from '../rules/taller/programa.ts'
import { listField, textField } from './campos.ts'

/** Before the agent has a token: the code that the counter shows, once and for 15 minutes. No bearer. */
export const pairApi = {
  /** Answers the agent's token. 404 for an unknown code, 410 for a used or expired one, 429. */
  'POST /api/agente/vincular': {
    body: z.object({
      codigo: textField(40, 'Escribí el código.'),
      /** The folder's name for itself, as `X-Agente-Instancia` in all its calls. */
      instancia: textField(64, 'Falta el nombre de la carpeta.').regex(
        /^[\w-]{8,64}$/,
        'El agente no dice desde qué computadora llama: actualizalo.',
      ),
    }),
    answer: z.object({
      token: z.string(),
      /** The public key for the signature of new versions of its program: Ed25519, SPKI in base64url. */
      clave_programa: z.string(),
    }),
  },
}

/** Calls of a branch's print agent to the shop, which never calls the agent. Bearer: the agent's token. */

const instant = z.iso.datetime()

export const FichaImpresion = z.object({
  /** How many copies the printer makes of the document: 1 where the document repeats its pages for all copies. */
  copias: z.int(),
  lados: z.union([z.literal(1), z.literal(2)]),
  /** The edge that pages turn on. */
  borde: z.enum(['largo', 'corto']),
  color: z.boolean(),
  /** The paper; A4 where it is absent. */
  hoja: z.enum(NOMBRES_HOJA).optional(),
  /**
   * For a document in colour: its pages without colour, from 1, as first and last of each run. Absent:
   * unknown.
   */
  sin_color: z.array(z.tuple([z.int(), z.int()]).readonly()).optional(),
})

/** The abilities that a printer declares; staff may correct them, since printers declare more than they have. */
export const PerfilImpresora = z.object({
  uuid: textField(100).nullable(),
  modelo: textField(200),
  /** PDF as it is; without it the printer needs a driver in between (CUPS). */
  pdf: z.boolean(),
  /**
   * Create-Job and Send-Document. A printer without them gets no work: every lost answer would leave a doubt whether
   * it was printed.
   */
  dos_pasos: z.boolean(),
  lados: listField(z.enum(LADOS), LADOS.length),
  color: z.boolean(),
  /** 0: the printer does not say. */
  copias_max: z.int32(),
  /**
   * `repetir_en_pdf`: it declares copies and prints one; the document repeats them. A shop tells its agents
   * `impresora`: the task itself says how many copies are asked of the printer. A shop of an older version tells them
   * what the owner set, and its tasks ask for all copies.
   */
  copias: z.enum(['impresora', 'repetir_en_pdf']),
  ppm: z.int32().nullable(),
  ppm_color: z.int32().nullable(),
  escala: z.boolean(),
  /** It takes the colour of single pages (PWG 5100.6). Absent: its agent is too old to ask for it. */
  color_por_pagina: z.boolean().optional(),
  /** It takes an account with each job (`job-account-id`, PWG 5100.11). Absent: its agent is too old to ask. */
  cuenta: z.boolean().optional(),
  /** The shop's paper sizes that the printer takes. Absent: it does not say, or its agent is too old to ask. */
  hojas: listField(z.enum(NOMBRES_HOJA), NOMBRES_HOJA.length).optional(),
})

export type PerfilImpresora = z.infer<typeof PerfilImpresora>

/** A printer as its agent needs it: the address and how to get in. */
export const ImpresoraAgente = z.object({
  id: z.int(),
  nombre: z.string(),
  uri: z.string(),
  usuario: z.string().nullable(),
  clave: z.string().nullable(),
  /** The account by which the printer counts who prints; absent from an older server. */
  cuenta: z.string().nullish(),
  huella: z.string().nullable(),
  /** Null: not read yet. */
  perfil: PerfilImpresora.nullable(),
})
export type ImpresoraAgente = z.infer<typeof ImpresoraAgente>

/** One attempt to print one work, leased to this agent. */
export const Tarea = z.object({
  intento: z.int(),
  /** Fence: a later lease has a higher one, and only the highest counts. */
  cerca: z.int(),
  impresora: z.int(),
  /** Name of the job at the printer, never used twice. */
  nombre: z.string(),
  ficha: FichaImpresion,
  documento: z.object({ sha256: z.string(), bytes: z.int() }),
})
export type Tarea = z.infer<typeof Tarea>

/** What the agent wrote in its journal, told in order. `seq` counts from 1 within the attempt. */
export const InformeIntento = z.object({
  intento: z.int32(),
  cerca: z.int32(),
  seq: z.int32(),
  fase: z.enum(FASES),
  job_id: z.int32().nullable(),
  uuid: textField(100).nullable(),
  /** Sides that came out, as the printer counts them. */
  impresiones: z.int32().nullable(),
  /** For the clerk, in Spanish. */
  mensaje: textField(500).nullable(),
})
export type InformeIntento = z.infer<typeof InformeIntento>

export const SaludImpresora = z.object({
  id: z.int32(),
  /** The address at which this was seen: it does not count for another one. Absent: its agent is too old to say. */
  uri: textField(300).optional(),
  /** Whether it would print now. */
  anda: z.boolean(),
  texto: textField(200),
  aviso: textField(200).nullable(),
  perfil: PerfilImpresora.nullable(),
  /** The certificate that it showed at that address, over TLS; null: none yet. `huella`: sha256, hex. */
  certificado: z.object({ uri: textField(300), huella: textField(64).regex(/^[0-9a-f]{64}$/) }).nullish(),
})

/** For people to read: no control characters, no bidirectional controls, no half of a surrogate pair. */
const plainField = (max: number) =>
  textField(max).regex(/^[^\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]*$/u, 'Tiene letras que no se pueden mostrar.')

/** A printer that the agent discovered in its network, and that the owner has not added yet. */
export const Encontrada = z.object({
  uri: textField(300).regex(/^ipps?:\/\/[\d.]+:\d+\/[\w./~-]+$/, 'No es la dirección de una impresora.'),
  nombre: plainField(63),
  modelo: plainField(200),
  /** Null: it announces itself but does not answer. */
  perfil: PerfilImpresora.nullable(),
})
export type Encontrada = z.infer<typeof Encontrada>

/** The computer that an agent runs on, and its program there. */
export const Computadora = z.object({
  nombre: plainField(100),
  sistema: plainField(100),
  /** Null: it runs from the sources, and is not updated by the shop. */
  version: plainField(64).nullable(),
  /** Why it does not get a newer version, in Spanish; null: nothing is wrong. */
  problema: plainField(300).nullable(),
})
export type Computadora = z.infer<typeof Computadora>

const plataforma = z.enum(PLATAFORMAS, 'Ese sistema no existe.')

const nothing = z.object({})

export const agenteApi = {
  /** Waits up to `espera` seconds for something to print. */
  'GET /api/agente/tareas': {
    query: z.object({ espera: z.coerce.number<number | string>().min(0).max(55).optional() }),
    answer: z.object({ tareas: z.array(Tarea), impresoras: z.array(ImpresoraAgente) }),
  },
  /**
   * The final permission, asked before any byte is sent to the printer: 409 when the lease went to another
   * agent or the work was called off.
   */
  'POST /api/agente/autorizar': {
    body: z.object({ intento: z.int32(), cerca: z.int32() }),
    answer: nothing,
  },
  /**
   * Journal lines not reported yet; each counts once. Also a sign of life for all attempts named in `vivos`.
   */
  'POST /api/agente/informe': {
    largeBody: {
      bytes: 1024 ** 2,
      why: 'What an agent wrote down while it could not call: 500 lines at once.',
    },
    body: z.object({
      informes: listField(InformeIntento, 1000),
      vivos: listField(
        z.object({
          intento: z.int32(),
          cerca: z.int32(),
          /** Tells the clerk what the work waits for. */
          espera: textField(200).nullable(),
        }),
        1000,
      ),
      impresoras: listField(SaludImpresora, 100),
    }),
    /** Attempts the clerk wants stopped at the printer. */
    answer: z.object({ cancelar: z.array(z.int()), hora: instant }),
  },
  /** Each minute: how its computer is, and which printers there are around it. */
  'POST /api/agente/computadora': {
    body: z.object({ computadora: Computadora, encontradas: listField(Encontrada, 20) }),
    /** The version that the shop hands out; null: it has none. */
    answer: z.object({ programa: z.string().nullable() }),
  },
  /** The version that the shop hands out: `manifiesto` is the signed text. 503 where it is not built yet. */
  'GET /api/agente/programa': {
    query: z.object({ plataforma }),
    answer: z.object({ manifiesto: z.string(), firma: z.string() }),
  },
}
