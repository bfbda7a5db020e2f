import CDQIR
