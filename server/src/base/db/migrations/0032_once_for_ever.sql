CREATE TABLE "beneficios_unicos" (
	"casilla" text NOT NULL,
	"beneficio" text NOT NULL,
	"cuando" timestamp with time zone NOT NULL,
	CONSTRAINT "beneficios_unicos_casilla_beneficio_pk" PRIMARY KEY("casilla","beneficio")
);
