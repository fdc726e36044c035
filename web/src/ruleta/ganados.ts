import { dayOf } from '@imprimitodo/shared/rules/fecha'

/** What a spin gave. Percent. */
export type Ganado = { codigo: string; descuento: number }

const KEY = 'ruleta-hoy'

/** The codes won in this tab today: nothing but the screen knows them, and a reload must not lose them. */
export function ganadosHoy(now: number): Ganado[] {
  try {
    const kept: { dia?: string; ganados?: Ganado[] } | null = JSON.parse(
      sessionStorage.getItem(KEY) ?? 'null',
    )
    return kept?.dia === dayOf(new Date(now)) && Array.isArray(kept.ganados) ? kept.ganados : []
  } catch {
    return [] // storage is forbidden, or written by another program
  }
}

export function keepGanado(ganado: Ganado, now: number): void {
  try {
    const ganados = [ganado, ...ganadosHoy(now)]
    sessionStorage.setItem(KEY, JSON.stringify({ dia: dayOf(new Date(now)), ganados }))
  } catch {
    // forbidden or full: it is on the screen
  }
}
