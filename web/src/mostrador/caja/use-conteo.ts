// What was counted stays in this tab until the shift is closed: a reload, a link of the page and the end of a session
// lead away from the notes on the table without asking.
import { useEffect, useState } from 'react'
import { createKept } from '../../ui/state/kept.ts'
import { currentSession } from '../session/session.ts'
import { type Escrito, NADA } from './conteo.tsx'

const guardado = createKept('sessionStorage', 'conteo-escrito')

/** `de`: the person who counts. */
type Kept = { de: number | undefined; turno: number; escrito: Escrito }

/** What the person of this session wrote of this shift's drawer; `forget` once the shift is closed. */
export function useConteo(turno: number) {
  const [de] = useState(() => currentSession()?.id)
  const [escrito, setEscrito] = useState(() => keptOf(de, turno))
  useEffect(() => {
    if (escrito !== NADA) guardado.write(JSON.stringify({ de, turno, escrito } satisfies Kept))
  }, [de, turno, escrito])
  return { escrito, setEscrito, forget: guardado.forget }
}

function keptOf(de: number | undefined, turno: number): Escrito {
  const text = guardado.read()
  if (text === null) return NADA
  const kept = JSON.parse(text) as Kept
  return kept.de === de && kept.turno === turno ? kept.escrito : NADA
}
