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

/** `verificar`: only the person at the tray can know. */
export const FASES_FINALES: readonly Fase[] = ['completo', 'abortado', 'cancelado', 'verificar']

/** From here on paper may have come out: no other agent may try. */
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

/** Not over: a work has at most one of these. */
export const IMPRESION_VIVA: readonly EstadoImpresion[] = ['en_cola', 'imprimiendo', 'verificar', 'detenida']

type Progress = { estado: EstadoImpresion; consultar: boolean; sin_noticias: unknown }

/** Only the person at the tray can say what came of it. */
export const isPregunta = ({ estado, sin_noticias }: Pick<Progress, 'estado' | 'sin_noticias'>): boolean =>
  estado === 'verificar' || estado === 'detenida' || sin_noticias !== null

/** It waited so long that a person has to say it is still wanted. */
export const isVieja = ({ estado, consultar }: Pick<Progress, 'estado' | 'consultar'>): boolean =>
  consultar && estado === 'en_cola'

/** It goes on only after a person answers. */
export const waitsForAnswer = (one: Progress): boolean => isPregunta(one) || isVieja(one)
