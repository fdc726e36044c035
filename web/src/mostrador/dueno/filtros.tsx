import { useSearchParams } from 'react-router'
import { LinkButton } from '../../ui/button.tsx'
import { Field, SelectField } from '../../ui/field.tsx'
import { useNavigate } from '../../ui/link.tsx'
import { useDueno } from './datos.ts'

/** Filters that stand in the address: a search can be kept, sent and gone back to. */
export function useFiltros() {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  return {
    search,
    of: (name: string) => search.get(name) || undefined,
    /** '' takes the filter away. Each change begins at the first page. */
    set(name: string, value: string) {
      navigate(`?${searchWith(search, { [name]: value, cursor: '' })}`, { replace: true })
    },
  }
}

/** `search` with these in it; '' takes one out. */
export function searchWith(search: URLSearchParams, change: Record<string, string>): URLSearchParams {
  const next = new URLSearchParams(search)
  for (const [name, value] of Object.entries(change)) {
    if (value) next.set(name, value)
    else next.delete(name)
  }
  return next
}

type Filtros = ReturnType<typeof useFiltros>

/** Which kind: all of them, or one, by the words that people read. */
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

/** From one day to another, both included. */
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
 * The people of the back office, as a filter offers them. Asked for by the list's own screen: drawn later by itself an
 * option would not be chosen, and the list would say 'Todos' while it shows one person's.
 */
export function usePersonaOptions() {
  const personas = useDueno('GET /api/mostrador/usuarios', undefined).data ?? []
  return personas.map(({ id, nombre }) => (
    <option key={id} value={id}>
      {nombre}
    </option>
  ))
}
