module pcptools

go 1.26
