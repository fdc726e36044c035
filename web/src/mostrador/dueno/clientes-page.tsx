import { type FormEvent, useState } from 'react'
import { useSearchParams } from 'react-router'
import { Button, TextLink } from '../../ui/button.tsx'
import { Field } from '../../ui/form/field.tsx'
import { useNavigate } from '../../ui/link.tsx'
import styles from './dueno.module.css'
import { Lista, Marco } from './marco.tsx'
import { useDueno } from './queries.ts'

/** Customers by name, e-mail or mobile; the search is in the address. */
export function ClientesPage() {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const texto = search.get('texto') ?? ''
  const [typedText, setTyped] = useState(texto)
  const query = useDueno('GET /api/mostrador/clientes', { query: { texto } })
  function find(event: FormEvent) {
    event.preventDefault()
    navigate(`?${new URLSearchParams(typedText.trim() ? { texto: typedText.trim() } : {})}`)
  }
  return (
    <Marco title="Clientes">
      <form className={styles.head} onSubmit={find}>
        <Field
          label="Nombre, e-mail o celular"
          type="search"
          value={typedText}
          onChange={({ target }) => setTyped(target.value)}
        />
        <Button type="submit" size="medium">
          Buscar
        </Button>
      </form>
      <Lista
        query={query}
        label="Clientes"
        columns={['Cliente', 'E-mail', 'Celular', 'Puntos']}
        empty={texto ? 'No hay nadie así.' : 'Todavía no hay clientes con cuenta.'}
      >
        {(one) => (
          <tr key={one.id}>
            <th scope="row">
              <TextLink to={`/mostrador/dueno/clientes/${one.id}`}>{one.nombre}</TextLink>
              {!one.activa && ' (sin activar)'}
            </th>
            <td>{one.email}</td>
            <td className={styles.number}>{one.celular}</td>
            <td className={styles.number} data-columna="Puntos">
              {one.saldo.toLocaleString('es-AR')}
              {one.deuda > 0 && ` (debe ${one.deuda.toLocaleString('es-AR')})`}
            </td>
          </tr>
        )}
      </Lista>
    </Marco>
  )
}
