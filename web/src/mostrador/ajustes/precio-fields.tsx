import { useId } from 'react'
import styles from './ajustes.module.css'
import type { AjustesForm } from './ajustes-form.ts'
import { FieldGroup } from './field-group.tsx'

const TINTAS = [
  ['byn', 'Blanco y negro'],
  ['color', 'Color'],
] as const
const CARAS = [
  ['una', 'Simple faz'],
  ['dos', 'Doble faz'],
] as const

/** Pesos per A4 sheet, by ink and sides. */
export function PrecioFields({
  form,
  problem,
  onChange,
}: {
  form: AjustesForm
  problem?: string
  onChange: (form: AjustesForm) => void
}) {
  const id = useId()
  return (
    <FieldGroup title="Precio por hoja A4" part="precios" problem={problem}>
      <table className={styles.prices}>
        <thead>
          <tr>
            <td />
            {CARAS.map(([cara, title]) => (
              <th key={cara} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {TINTAS.map(([tinta, title]) => (
            <tr key={tinta}>
              <th scope="row">{title}</th>
              {CARAS.map(([cara, caraTitle]) => (
                <td key={cara}>
                  <span className={styles.money}>
                    <input
                      aria-label={`${title}, ${caraTitle.toLowerCase()}, en pesos`}
                      aria-invalid={problem ? true : undefined}
                      inputMode="decimal"
                      autoComplete="off"
                      value={form[tinta][cara]}
                      onChange={({ target }) =>
                        onChange({ ...form, [tinta]: { ...form[tinta], [cara]: target.value } })
                      }
                    />
                  </span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <label className={styles.check}>
        <input
          type="checkbox"
          checked={form.color_por_hoja}
          aria-describedby={id}
          onChange={({ target }) => onChange({ ...form, color_por_hoja: target.checked })}
        />
        Cobrar el color por hoja
      </label>
      <p className={styles.hint} id={id}>
        En un archivo a color, la hoja que no tiene nada de color se cobra como blanco y negro.
      </p>
    </FieldGroup>
  )
}
