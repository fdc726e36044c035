// Values typed into the settings stay in this tab until they are saved or discarded: links of the page and the end of a
// session lead away from the form without asking.
import type { Ajustes } from '@imprimitodo/shared/api/ajustes'
import { useEffect, useState } from 'react'
import { createKept } from '../../ui/state/kept.ts'
import { type Cambios, changedIn, isSameJson, withCambios } from '../changed-in.ts'
import { currentSession } from '../session/session.ts'
import { type AjustesForm, ajustesFormOf } from './ajustes-form.ts'

/** The number is that of the form's shape: another version of the screen does not read it. */
const guardado = createKept('sessionStorage', 'ajustes-escritos-2')

/** The form over `saved`, with what the person typed before and did not save; `isBack`: it has some of that. */
export function useEscritos(saved: Ajustes) {
  const [de] = useState(() => currentSession()?.id)
  const before = ajustesFormOf(saved)
  const [kept] = useState(() => keptOf(de, before))
  const [form, setForm] = useState(() => withCambios(before, kept))
  const [isBack, setBack] = useState(Object.keys(kept).length > 0)
  const escritos = changedIn(before, form)
  const isDirty = Object.keys(escritos).length > 0
  const text = isDirty ? JSON.stringify({ de, escritos, anillado: before.anillado } satisfies Kept) : null
  useEffect(() => {
    if (text === null) {
      guardado.forget()
      setBack(false)
      return
    }
    guardado.write(text)
    // A closed tab forgets it
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [text])
  return { form, setForm, isDirty, isBack: isBack && isDirty }
}

/** `anillado`: the saved list that was typed over. */
type Kept = { de: number | undefined; escritos: Cambios<AjustesForm>; anillado: AjustesForm['anillado'] }

/** Only the typed fields, so that another person's changes to other fields are kept. The bindings count as one list. */
function keptOf(de: number | undefined, saved: AjustesForm): Cambios<AjustesForm> {
  const text = guardado.read()
  if (text === null) return {}
  const kept = JSON.parse(text) as Kept
  if (kept.de !== de) return {}
  const { anillado, ...others } = kept.escritos
  return anillado && isSameJson(kept.anillado, saved.anillado) ? kept.escritos : others
}
