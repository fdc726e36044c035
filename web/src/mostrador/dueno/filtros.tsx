import { useSearchParams } from 'react-router'
import { LinkButton } from '../../ui/button.tsx'
import { Field, SelectField } from '../../ui/form/field.tsx'
import { useNavigate } from '../../ui/link.tsx'
import { useDueno } from './queries.ts'

/** Filters in the address: a search can be bookmarked, sent and returned to. */
export function useFiltros() {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  return {
    search,
    of: (name: string) => search.get(name) || undefined,
    /** '' removes the filter. Each change begins at the first page. */
    set(name: string, value: string) {
      navigate(`?${searchWith(search, { [name]: value, cursor: '' })}`, { replace: true })
    },
  }
}

/** `search` with these parameters; '' removes one. */
export function searchWith(search: URLSearchParams, change: Record<string, string>): URLSearchParams {
  const next = new URLSearchParams(search)
  for (const [name, value] of Object.entries(change)) {
    if (value) next.set(name, value)
    else next.delete(name)
  }
  return next
}

type Filtros = ReturnType<typeof useFiltros>

/** The filter by kind: all kinds, or one, in the words that people read. */
export function Que({ words, filtros: { of, set } }: { words: Record<string, string>; filtros: Filtros }) {
  return (
    <SelectField label="Qué" value={of('que') ?? ''} onChange={({ target }) => set('que', target.value)}>
      <option value="">Todo</option>
      {Object.entries(words).map(([key, text]) => (
        <option key={key} value={key}>
          {text}
        </option>
      ))}
    </SelectField>
  )
}

/** The filter from one day to another, both included. */
export function Dias({ filtros: { of, set } }: { filtros: Filtros }) {
  const [desde = '', hasta = ''] = [of('desde'), of('hasta')]
  const isBackwards = Boolean(desde && hasta && hasta < desde)
  return (
    <>
      <Field label="Desde" type="date" value={desde} onChange={({ target }) => set('desde', target.value)} />
      <Field
        label="Hasta"
        type="date"
        value={hasta}
        error={isBackwards ? 'Es antes del primer día.' : null}
        onChange={({ target }) => set('hasta', target.value)}
      />
    </>
  )
}

export function MasViejos({
  siguiente,
  filtros,
}: {
  siguiente: string | null | undefined
  filtros: Filtros
}) {
  if (!siguiente) return null
  return (
    <div>
      <LinkButton size="medium" to={`?${searchWith(filtros.search, { cursor: siguiente })}`}>
        Más viejos
      </LinkButton>
    </div>
  )
}

/**
 * The people of the back office, as options of a filter. The list's own screen loads them: an option that is
 * rendered later would not be selected, and the filter would say 'Todos' while the list shows one person's.
 */
export function usePersonaOptions() {
  const personas = useDueno('GET /api/mostrador/usuarios', undefined).data ?? []
  return personas.map(({ id, nombre }) => (
    <option key={id} value={id}>
      {nombre}
    </option>
  ))
}
