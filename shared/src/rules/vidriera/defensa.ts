/** The claims form of the national consumer-defence office, which every shop's site has to link (Resolución 274/2021). */
export const DEFENSA_URL = 'https://www.argentina.gob.ar/produccion/defensadelconsumidor/formulario'
