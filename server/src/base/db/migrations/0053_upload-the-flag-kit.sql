CREATE TABLE "kit_banderas" (
	"id" integer PRIMARY KEY NOT NULL,
	"bytes" "bytea" NOT NULL,
	"sha256" text NOT NULL,
	"paginas" integer NOT NULL,
	"subido" timestamp with time zone NOT NULL,
	CONSTRAINT "kit_banderas_uno" CHECK ("kit_banderas"."id" = 1)
);
