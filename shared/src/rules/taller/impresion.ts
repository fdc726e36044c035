/** The steps of one attempt to print, as the agent's journal has them. */
export const FASES = [
  'tomado',
  'creando',
  'creado',
  'enviando',
  'enviado',
  'completo',
  'abortado',
  'cancelado',
  'verificar',
] as const
export type Fase = (typeof FASES)[number]

/** `verificar`: only a clerk at the printer's tray can tell. */
export const FASES_FINALES: readonly Fase[] = ['completo', 'abortado', 'cancelado', 'verificar']

/** From here on paper may have come out: no other agent may print it. */
export const FASES_CON_PAPEL: readonly Fase[] = ['enviando', 'enviado']

export const ESTADOS_IMPRESION = [
  'en_cola',
  'imprimiendo',
  'impresa',
  'verificar',
  'detenida',
  'cancelada',
] as const
export type EstadoImpresion = (typeof ESTADOS_IMPRESION)[number]

/** Not finished: a work has at most one such impresion. */
export const IMPRESION_VIVA: readonly EstadoImpresion[] = ['en_cola', 'imprimiendo', 'verificar', 'detenida']

type Progress = { estado: EstadoImpresion; consultar: boolean; sin_noticias: unknown }

/** Whether only a clerk at the printer's tray can tell how it ended. */
export const isPregunta = ({ estado, sin_noticias }: Pick<Progress, 'estado' | 'sin_noticias'>): boolean =>
  estado === 'verificar' || estado === 'detenida' || sin_noticias !== null

/** Whether it waited so long that a clerk has to confirm it. */
export const isVieja = ({ estado, consultar }: Pick<Progress, 'estado' | 'consultar'>): boolean =>
  consultar && estado === 'en_cola'

/** Whether it continues only after a clerk's answer. */
export const waitsForAnswer = (one: Progress): boolean => isPregunta(one) || isVieja(one)
