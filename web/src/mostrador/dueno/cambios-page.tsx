import type { Cambio } from '@imprimitodo/shared/api/dueno'
import { AUDITADOS, type Auditado, type AuditoriaAccion } from '@imprimitodo/shared/rules/auditoria'
import { formatMoment } from '@imprimitodo/shared/rules/fecha'
import { LinkButton } from '../../ui/button.tsx'
import { Field, SelectField } from '../../ui/field.tsx'
import { navigate, useSearch } from '../../ui/place.ts'
import { lineasOf } from './cambios-textos.ts'
import { useDueno } from './datos.ts'
import styles from './dueno.module.css'
import { Lista, Marco } from './marco.tsx'

const QUE: Record<Auditado, string> = {
  ajustes: 'Ajustes',
  producto: 'Producto',
  categoria: 'Categoría',
  cartel: 'Cartel',
  premio: 'Premio',
  sucursal: 'Sucursal',
  usuario: 'Persona',
  impresora: 'Impresora',
  agente: 'Agente',
  devolucion: 'Devolución',
  puntos: 'Puntos',
}
const ACCION: Record<AuditoriaAccion, string> = {
  crear: 'creó',
  cambiar: 'cambió',
  retirar: 'retiró',
  reponer: 'repuso',
  borrar: 'borró',
}

/** Who changed what and when, by kind, person and day; the filters stand in the address. */
export function CambiosPage() {
  const search = useSearch()
  const of = (name: string) => search.get(name) || undefined
  const que = AUDITADOS.find((one) => one === of('que'))
  const asked = { que, quien: of('quien'), desde: of('desde'), hasta: of('hasta'), cursor: of('cursor') }
  const query = useDueno('GET /api/mostrador/auditoria', { query: asked }, asked)
  const personas = useDueno('GET /api/mostrador/usuarios', undefined).data ?? []
  const categorias = new Map(
    useDueno('GET /api/mostrador/categorias', undefined).data?.map(({ id, nombre }) => [id, nombre]),
  )
  const { data } = query
  function set(name: string, value: string) {
    const next = new URLSearchParams(search)
    next.delete('cursor')
    if (value) next.set(name, value)
    else next.delete(name)
    navigate(`?${next}`, { replace: true })
  }
  const older = new URLSearchParams(search)
  if (data?.siguiente) older.set('cursor', data.siguiente)
  return (
    <Marco title="Cambios">
      <div className={styles.filters}>
        <SelectField label="Qué" value={que ?? ''} onChange={({ target }) => set('que', target.value)}>
          <option value="">Todo</option>
          {AUDITADOS.map((one) => (
            <option key={one} value={one}>
              {QUE[one]}
            </option>
          ))}
        </SelectField>
        <SelectField
          label="Quién"
          value={asked.quien ?? ''}
          onChange={({ target }) => set('quien', target.value)}
        >
          <option value="">Todos</option>
          {personas.map(({ id, nombre }) => (
            <option key={id} value={id}>
              {nombre}
            </option>
          ))}
        </SelectField>
        <Field
          label="Desde"
          type="date"
          value={asked.desde ?? ''}
          onChange={({ target }) => set('desde', target.value)}
        />
        <Field
          label="Hasta"
          type="date"
          value={asked.hasta ?? ''}
          onChange={({ target }) => set('hasta', target.value)}
        />
      </div>
      <Lista
        query={{ ...query, data: data?.cambios }}
        label="Cambios"
        columns={['Cuándo', 'Quién', 'Qué', 'Antes', 'Después']}
        empty="No hay cambios así."
      >
        {(one) => <Fila key={one.id} cambio={one} categorias={categorias} />}
      </Lista>
      {data?.siguiente && (
        <div>
          <LinkButton size="medium" to={`/mostrador/dueno/cambios?${older}`}>
            Más viejos
          </LinkButton>
        </div>
      )}
    </Marco>
  )
}

function Fila({ cambio, categorias }: { cambio: Cambio; categorias: ReadonlyMap<number, string> }) {
  const { cuando, quien, accion, que, nombre } = cambio
  const { antes, despues } = lineasOf(cambio, categorias)
  return (
    <tr>
      <td className={styles.number}>{formatMoment(cuando)}</td>
      <td>{quien}</td>
      <th scope="row">
        {ACCION[accion]} {QUE[que].toLowerCase()}
        {nombre !== QUE[que] && ` «${nombre}»`}
      </th>
      <td data-columna="Antes">
        <Lineas of={antes} />
      </td>
      <td data-columna="Después">
        <Lineas of={despues} />
      </td>
    </tr>
  )
}

function Lineas({ of }: { of: readonly string[] }) {
  if (of.length === 0) return '—'
  return (
    <div className={styles.facts}>
      {of.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </div>
  )
}
