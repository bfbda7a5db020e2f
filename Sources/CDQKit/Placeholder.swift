// placeholder until the first file of the stage
