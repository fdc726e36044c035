import { formatPesos } from '@imprimitodo/shared/rules/base/dinero'
import { Plus } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useSearchParams } from 'react-router'
import { Button, TextLink } from '../../ui/button.tsx'
import { Field } from '../../ui/form/field.tsx'
import { useNavigate } from '../../ui/link.tsx'
import styles from '../dueno/dueno.module.css'
import { Lista, Marco } from '../dueno/marco.tsx'
import { conSigno } from '../importe.ts'
import { OpenCuenta } from './edit.tsx'
import { useCuentas } from './queries.ts'
import { documentoText } from './textos.ts'

/** All accounts with their debts; the search is in the address. */
export function CuentasPage() {
  const navigate = useNavigate()
  const [search] = useSearchParams()
  const texto = search.get('texto') ?? ''
  const [typed, setTyped] = useState(texto)
  const [isOpening, setOpening] = useState(false)
  const query = useCuentas(texto)
  const { data } = query
  function find(event: FormEvent) {
    event.preventDefault()
    navigate(`?${new URLSearchParams(typed.trim() ? { texto: typed.trim() } : {})}`)
  }
  return (
    <Marco title="Cuentas corrientes">
      <div className={styles.head}>
        <form className={styles.head} onSubmit={find}>
          <Field
            label="Nombre o CUIT"
            type="search"
            maxLength={100}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
          <Button type="submit" size="medium">
            Buscar
          </Button>
        </form>
        {data?.puede_abrir && (
          <Button variant="primary" size="medium" icon={Plus} onClick={() => setOpening(true)}>
            Abrir una cuenta
          </Button>
        )}
      </div>
      {data && data.cuentas.length > 0 && (
        <p>
          {texto ? 'Estas deben' : 'Entre todas deben'}{' '}
          <b className={styles.number}>{formatPesos(data.deben)}</b>.
        </p>
      )}
      <Lista
        query={{ ...query, data: data?.cuentas }}
        label="Cuentas corrientes"
        columns={['Cuenta', 'Debe', 'Límite', 'Le queda', 'Sucursal']}
        empty={
          texto
            ? 'No hay ninguna así.'
            : 'Todavía no hay cuentas corrientes: son para escuelas y oficinas que retiran ahora y pagan después.'
        }
      >
        {({ id, nombre, documento, saldo, limite, disponible, suspendida, sucursal }) => (
          <tr key={id} className={suspendida ? styles.off : undefined}>
            <th scope="row">
              <TextLink to={`/mostrador/cuentas-corrientes/${id}`}>{nombre}</TextLink>
              {suspendida && ' (suspendida)'}
              {documento && <p className={styles.hint}>{documentoText(documento)}</p>}
            </th>
            <td className={styles.number} data-columna="Debe">
              {conSigno(saldo)}
            </td>
            <td className={styles.number} data-columna="Límite">
              {formatPesos(limite)}
            </td>
            <td className={styles.number} data-columna="Le queda">
              {formatPesos(disponible)}
            </td>
            <td data-columna="Sucursal">{sucursal ?? 'Todas'}</td>
          </tr>
        )}
      </Lista>
      {isOpening && <OpenCuenta onClose={() => setOpening(false)} />}
    </Marco>
  )
}
