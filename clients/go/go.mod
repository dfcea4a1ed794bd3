module countersign

go 1.24
