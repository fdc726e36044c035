import { HOJAS, type Hoja, OTRAS_HOJAS, type OtraHoja } from '@imprimitodo/shared/rules/compra/hoja'
import { useId } from 'react'
import styles from './ajustes.module.css'
import type { AjustesForm, PreciosEscritos } from './ajustes-form.ts'
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
      <Tabla precios={form} problem={problem} onChange={(precios) => onChange({ ...form, ...precios })} />
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

/** Prices of paper beside A4. Empty: the shop does not sell it. */
export function HojaFields({
  form,
  problem,
  onChange,
}: {
  form: AjustesForm
  problem?: string
  onChange: (form: AjustesForm) => void
}) {
  return (
    <FieldGroup title="Precio de otras hojas" part="hojas" problem={problem}>
      <p className={styles.hint}>
        Sin precios no se ofrecen. Con precios se ofrecen en las sucursales que las tengan: se marcan en cada
        sucursal.
      </p>
      {OTRAS_HOJAS.map((hoja) => (
        <div key={hoja}>
          <Tabla
            hoja={hoja}
            precios={form.hojas[hoja]}
            problem={problem}
            onChange={({ byn, color }) =>
              onChange({ ...form, hojas: { ...form.hojas, [hoja]: { byn, color } } })
            }
          />
        </div>
      ))}
    </FieldGroup>
  )
}

/** '215,9 × 340 mm' */
const measures = ({ ancho_mm, alto_mm }: Hoja) => `${String(ancho_mm).replace('.', ',')} × ${alto_mm} mm`

function Tabla({
  hoja,
  precios: { byn, color },
  problem,
  onChange,
}: {
  hoja?: OtraHoja
  precios: PreciosEscritos
  problem?: string
  onChange: (precios: PreciosEscritos) => void
}) {
  const precios = { byn, color }
  return (
    <table className={styles.prices}>
      {hoja && (
        <caption>
          {hoja}, {measures(HOJAS[hoja])}
        </caption>
      )}
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
                    aria-label={`${hoja ? `${hoja}, ` : ''}${title}, ${caraTitle.toLowerCase()}, en pesos`}
                    aria-invalid={problem ? true : undefined}
                    inputMode="decimal"
                    autoComplete="off"
                    value={precios[tinta][cara]}
                    onChange={({ target }) =>
                      onChange({ ...precios, [tinta]: { ...precios[tinta], [cara]: target.value } })
                    }
                  />
                </span>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
