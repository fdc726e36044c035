// What is typed into the settings stays in this tab until it is saved or discarded: links of the page and the end of the
// session lead away from the form without asking.
import type { Ajustes } from '@imprimitodo/shared/api/ajustes'
import { useEffect, useState } from 'react'
import { currentSession } from '../session/session.ts'
import { type AjustesForm, ajustesFormOf, typedSince } from './ajustes-form.ts'

/** The number is that of the form's shape: another version of the screen does not read it. */
const KEY = 'ajustes-escritos-1'

/** The form over `saved`, with what the person typed before and did not save; `isBack`: it has some of that. */
export function useEscritos(saved: Ajustes) {
  const [de] = useState(() => currentSession()?.id)
  const [kept] = useState(() => keptOf(de))
  const [form, setForm] = useState(() => ({ ...ajustesFormOf(saved), ...kept }))
  const [isBack, setBack] = useState(Object.keys(kept).length > 0)
  const escritos = typedSince(ajustesFormOf(saved), form)
  const isDirty = Object.keys(escritos).length > 0
  const text = isDirty ? JSON.stringify({ de, escritos }) : null
  useEffect(() => {
    if (text === null) {
      sessionStorage.removeItem(KEY)
      setBack(false)
      return
    }
    sessionStorage.setItem(KEY, text)
    // A closed tab forgets it
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [text])
  return { form, setForm, isDirty, isBack: isBack && isDirty }
}

/** Only the parts that were typed: what another person saved meanwhile stays as it is. */
function keptOf(de: number | undefined): Partial<AjustesForm> {
  const text = sessionStorage.getItem(KEY)
  if (text === null) return {}
  const kept = JSON.parse(text) as { de: number; escritos: Partial<AjustesForm> }
  return kept.de === de ? kept.escritos : {}
}
