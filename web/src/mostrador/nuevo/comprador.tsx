import { count } from '@imprimitodo/shared/rules/resumen'
import { Field, SelectField } from '../../ui/field.tsx'
import { clienteIn } from './cliente-escrito.ts'
import styles from './nuevo.module.css'

/** As typed. */
export type Datos = { cliente: string; nombre: string }

/** Whose sale it is: nobody has to say. With an account it gives points. */
export function Comprador({
  datos,
  cuenta,
  problema,
  sucursales,
  sucursal,
  onChange,
  onSucursal,
}: {
  datos: Datos
  /** The account that was found. */
  cuenta: { nombre: string; puntos: number } | null
  problema: string | null
  /** None: the person works for one. */
  sucursales: readonly string[]
  sucursal: string
  onChange: (datos: Datos) => void
  onSucursal: (sucursal: string) => void
}) {
  const isOdd = datos.cliente.trim() !== '' && clienteIn(datos.cliente) === null
  return (
    <div className={styles.comprador}>
      <Field
        label="Cliente"
        autoComplete="off"
        maxLength={254}
        hint={
          cuenta
            ? `${cuenta.nombre} · ${count(cuenta.puntos, 'punto')}`
            : isOdd
              ? 'Seguí escribiendo: un celular, un e-mail o un DNI.'
              : 'Celular, e-mail, DNI o el QR de su perfil. Con cuenta suma puntos.'
        }
        value={datos.cliente}
        error={problema}
        onChange={({ target }) => onChange({ ...datos, cliente: target.value })}
      />
      <Field
        label="Nombre"
        autoComplete="off"
        maxLength={120}
        hint="Para llamarlo. Puede quedar vacío."
        value={datos.nombre}
        onChange={({ target }) => onChange({ ...datos, nombre: target.value })}
      />
      {sucursales.length > 0 && (
        <SelectField label="Sucursal" value={sucursal} onChange={({ target }) => onSucursal(target.value)}>
          {sucursales.map((nombre) => (
            <option key={nombre}>{nombre}</option>
          ))}
        </SelectField>
      )}
    </div>
  )
}
