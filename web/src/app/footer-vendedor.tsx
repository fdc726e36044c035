import { useQuery } from '@tanstack/react-query'
import { vidrieraQuery } from '../api/catalogo.ts'
import { Link } from '../ui/link.tsx'
import styles from './footer-vendedor.module.css'

/** The national complaints form; Res. 274/2021 prescribes the link's words. */
const DEFENSA = 'https://www.argentina.gob.ar/produccion/defensadelconsumidor/formulario'

const CONDICION = { RI: 'Responsable inscripto', MT: 'Monotributista' }

/**
 * The seller as the law requires it (Res. 270/2020), the complaints form, and the tax office's Data Fiscal.
 */
export function FooterVendedor() {
  const { data } = useQuery(vidrieraQuery)
  const seller = data?.vendedor
  const identidad = [
    seller?.cuit && `CUIT ${seller.cuit}`,
    seller?.condicion_iva && CONDICION[seller.condicion_iva],
  ]
    .filter(Boolean)
    .join(' · ')
  return (
    <>
      {seller && Object.values(seller).some(Boolean) && (
        <address className={styles.seller}>
          {seller.razon_social && <b>{seller.razon_social}</b>}
          {identidad && <span>{identidad}</span>}
          {seller.domicilio && <span>{seller.domicilio}</span>}
          {seller.email && (
            <a className={styles.link} href={`mailto:${seller.email}`}>
              {seller.email}
            </a>
          )}
          {seller.telefono && (
            <a className={styles.link} href={`tel:${seller.telefono.replace(/[^\d+]/g, '')}`}>
              {seller.telefono}
            </a>
          )}
        </address>
      )}
      <p>
        Defensa de las y los Consumidores. Para reclamos:{' '}
        <a href={DEFENSA} target="_blank" rel="noreferrer" className={styles.complain}>
          Ingrese aquí
        </a>
      </p>
      <p>
        <Link to="/terminos">
          Ejemplares de contrato de adhesión – Ley N° 24.240 de Defensa del Consumidor
        </Link>
      </p>
      <div className={styles.ends}>
        {data && data.redes.length > 0 && (
          <nav aria-label="Redes" className={styles.networks}>
            {data.redes.map(({ nombre, url }) => (
              <a key={nombre} href={url} target="_blank" rel="noreferrer">
                {nombre}
              </a>
            ))}
          </nav>
        )}
        {seller?.data_fiscal_url && (
          <a href={seller.data_fiscal_url} target="_blank" rel="noreferrer" className={styles.fiscal}>
            <DataFiscal />
            Data Fiscal
          </a>
        )}
      </div>
    </>
  )
}

/** A drawing in place of the tax office's form 960/D, which its link opens. */
const DataFiscal = () => (
  <svg width="30" height="40" viewBox="0 0 30 40" aria-hidden="true">
    <path d="M1 1h20l8 8v30H1Z" fill="var(--sheet)" stroke="var(--lemon)" strokeWidth="2" />
    <path d="M7 14h6v6H7Zm10 0h6v6h-6ZM7 24h6v6H7Zm10 0h3v3h-3Zm3 3h3v3h-3Z" fill="var(--ink)" />
  </svg>
)
