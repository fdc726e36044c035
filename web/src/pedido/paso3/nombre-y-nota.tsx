import { NOTA_MAX, nombreRetiroProblem, notaProblem } from '@imprimitodo/shared/rules/compra/retiro'
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { Field, TextAreaField } from '../../ui/form/field.tsx'
import { setContacto } from '../carrito/carrito.ts'
import type { Contacto } from '../carrito/carrito-state.ts'
import type { DeCampo } from './modelo.ts'
import styles from './opcional.module.css'

/** Two optional fields, folded. They are open if something was written before. */
export function NombreYNota({
  contacto,
  problemOf,
  leave,
  correct,
  inputRef,
}: DeCampo & { contacto: Contacto }) {
  const { nombre, nota, modo } = contacto
  const [open, setOpen] = useState(nombre !== '' || nota !== '')
  const problems = {
    nombre: problemOf('nombre', nombreRetiroProblem(nombre)),
    nota: problemOf('nota', notaProblem(nota)),
  }
  return (
    <details
      className={styles.fold}
      // A problem inside is never hidden
      open={open || problems.nombre !== null || problems.nota !== null}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>
        <b>Nombre y nota</b> <span>opcional</span>
        <ChevronDown size={20} strokeWidth={2.4} aria-hidden />
      </summary>
      <div className={styles.inside}>
        <Field
          label={modo === 'delivery' ? 'Nombre de quien lo recibe' : 'Nombre para el retiro'}
          name="nombre"
          autoComplete="given-name"
          ref={inputRef('nombre')}
          value={nombre}
          error={problems.nombre}
          onBlur={() => leave('nombre')}
          onChange={({ target }) => {
            correct('nombre')
            setContacto({ nombre: target.value })
          }}
        />
        <TextAreaField
          label="Nota para el local"
          name="nota"
          rows={3}
          ref={inputRef('nota')}
          value={nota}
          error={problems.nota}
          hint={
            <span className={styles.counted}>
              <span>No cambia el precio.</span>
              <span>
                {nota.trim().length} de {NOTA_MAX}
              </span>
            </span>
          }
          onBlur={() => leave('nota')}
          onChange={({ target }) => {
            correct('nota')
            setContacto({ nota: target.value })
          }}
        />
      </div>
    </details>
  )
}
